/** Which changes the spec of a claim admits: the class may be filled in later, the size raised once it is bound. */
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from "../../api/index.ts";
import { cloneJson, equalJson } from "../../base/json-tree.ts";
import { type FieldError, forbiddenField, invalidField } from "../../meta/field-error.ts";
import { parseQuantity, type Quantity } from "../../meta/quantity.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { changeSummary } from "../meta/change-summary.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { storageClassAnnotation } from "./persistent-volume-claim-columns.ts";

const refusal =
  "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";

export function claimUpdateErrors(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  vocabulary: Vocabulary,
): FieldError[] {
  const [spec, oldSpec] = [claim.spec ?? {}, old.spec ?? {}];
  const annotation = vocabulary.bind(storageClassAnnotation);
  const restored = withAdmittedChangesUndone(claim, old, annotation);
  const changed = !equalJson(restored, oldSpec);
  return [
    ...annotationErrors(claim, old, annotation),
    ...(changed ? [forbiddenField("spec", `${refusal}\n${changeSummary(oldSpec, restored, "spec")}`)] : []),
    ...shrinkErrors(spec, old),
    ...immutableField({ path: "volumeMode", value: spec.volumeMode, old: oldSpec.volumeMode }),
    ...attributesClassErrors(spec, oldSpec),
  ];
}

/** The class may move from the annotation into the field. */
function movesClass({ metadata, spec }: PersistentVolumeClaim, old: PersistentVolumeClaim, key: string): boolean {
  const before = old.metadata.annotations?.[key];
  const after = metadata.annotations?.[key];
  const moved = before !== undefined && old.spec?.storageClassName === undefined && spec?.storageClassName === before;
  return moved && (after === undefined || after === before);
}

function annotationErrors(claim: PersistentVolumeClaim, old: PersistentVolumeClaim, key: string): FieldError[] {
  const [value, before] = [claim.metadata.annotations?.[key] ?? "", old.metadata.annotations?.[key] ?? ""];
  if (value === before || movesClass(claim, old, key)) return [];
  return [invalidField(`metadata.annotations.${key}`, value, "field is immutable")];
}

/** A copy of the new spec with the old values of what may change. */
function withAdmittedChangesUndone(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  annotation: string,
): PersistentVolumeClaimSpec {
  const restored = cloneJson(claim.spec ?? {});
  const oldSpec = old.spec ?? {};
  if (!oldSpec.volumeName) delete restored.volumeName;
  const annotated = old.metadata.annotations?.[annotation];
  const mayFill = annotated === undefined || annotated === restored.storageClassName;
  if (oldSpec.storageClassName === undefined && mayFill) delete restored.storageClassName;
  if (claim.status?.phase === "Bound") restoreBound(restored, oldSpec);
  return restored;
}

function restoreBound(restored: PersistentVolumeClaimSpec, old: PersistentVolumeClaimSpec): void {
  const requests = restored.resources?.requests;
  const storage = old.resources?.requests?.["storage"];
  if (requests && storage !== undefined) requests["storage"] = storage;
  if (restored.volumeAttributesClassName === undefined) return;
  if (old.volumeAttributesClassName === undefined) delete restored.volumeAttributesClassName;
  else restored.volumeAttributesClassName = old.volumeAttributesClassName;
}

/** A request that could not be met may be lowered, but not to what there is already. */
function shrinkErrors(spec: PersistentVolumeClaimSpec, old: PersistentVolumeClaim): FieldError[] {
  const size = storageOf(spec.resources?.requests);
  if (size.compare(storageOf(old.spec?.resources?.requests)) >= 0) return [];
  if (size.compare(storageOf(old.status?.capacity)) > 0) return [];
  return [forbiddenField("spec.resources.requests.storage", "field can not be less than status.capacity")];
}

function storageOf(list: Readonly<Record<string, string>> | undefined): Quantity {
  return parseQuantity(list?.["storage"] ?? "0");
}

function attributesClassErrors(spec: PersistentVolumeClaimSpec, old: PersistentVolumeClaimSpec): FieldError[] {
  if (spec.volumeAttributesClassName === old.volumeAttributesClassName) return [];
  const why = "update is forbidden when the VolumeAttributesClass feature gate is disabled";
  return [forbiddenField("spec.volumeAttributesClassName", why)];
}

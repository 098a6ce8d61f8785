/**
 * Rules of updates to a claim's spec. A missing storage class may be added. The size may grow once the claim is bound.
 */

import { storageClassAnnotation } from "../../../api/class-annotations.ts";
import { persistentVolumeClaimSpec } from "../../../api/core/v1/persistent-volume-claim-spec.ts";
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { cloneJson } from "../../../base/json-tree.ts";
import type { IsEnabled } from "../../../meta/feature-gates.ts";
import { type FieldError, forbiddenField, invalidField } from "../../../meta/field-error.ts";
import { parseQuantity, type Quantity } from "../../../meta/quantity.ts";
import { equalAmounts, type HookContext } from "../../../schema/index.ts";
import { changeSummary } from "../../meta/change-summary.ts";
import { immutableField } from "../../meta/immutable-field.ts";
import { attributesClassErrors, rejectedClass } from "./attributes-class.ts";
import { mayRecover } from "./persistent-volume-claim-status.ts";

const rejection =
  "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";

/** Returns the errors of an update of a claim. */
export function claimUpdateErrors(
  claim: PersistentVolumeClaim,
  old: DeepReadonly<PersistentVolumeClaim>,
  { vocabulary, isEnabled }: Pick<HookContext, "vocabulary" | "isEnabled">,
): FieldError[] {
  const [spec, oldSpec] = [claim.spec ?? {}, old.spec ?? {}];
  const annotation = vocabulary.bind(storageClassAnnotation);
  const restored = withAdmittedChangesUndone(claim, old, annotation);
  const changed = !equalAmounts(persistentVolumeClaimSpec, restored, oldSpec);
  return [
    ...annotationErrors(claim, old, annotation),
    ...(changed ? [forbiddenField("spec", `${rejection}\n${changeSummary(oldSpec, restored, "spec")}`)] : []),
    ...shrinkErrors(spec, old, isEnabled),
    ...immutableField({ path: "volumeMode", value: spec.volumeMode, old: oldSpec.volumeMode }),
    ...attributesClassErrors(spec, oldSpec, isEnabled),
    ...emptiedClassErrors(spec, oldSpec),
  ];
}

/** Whether the storage class moves from the annotation to the field. */
function movesClass(
  { metadata, spec }: PersistentVolumeClaim,
  old: DeepReadonly<PersistentVolumeClaim>,
  key: string,
): boolean {
  const before = old.metadata.annotations?.[key];
  const after = metadata.annotations?.[key];
  const moved = before !== undefined && old.spec?.storageClassName === undefined && spec?.storageClassName === before;
  return moved && (after === undefined || after === before);
}

function annotationErrors(
  claim: PersistentVolumeClaim,
  old: DeepReadonly<PersistentVolumeClaim>,
  key: string,
): FieldError[] {
  const [value, before] = [claim.metadata.annotations?.[key] ?? "", old.metadata.annotations?.[key] ?? ""];
  if (value === before || movesClass(claim, old, key)) return [];
  return [invalidField(`metadata.annotations.${key}`, value, "field is immutable")];
}

/** Returns a copy of the new spec in which the mutable fields have their old values. */
function withAdmittedChangesUndone(
  claim: PersistentVolumeClaim,
  old: DeepReadonly<PersistentVolumeClaim>,
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

function restoreBound(restored: PersistentVolumeClaimSpec, old: DeepReadonly<PersistentVolumeClaimSpec>): void {
  const requests = restored.resources?.requests;
  const storage = old.resources?.requests?.["storage"];
  if (requests && storage !== undefined) requests["storage"] = storage;
  if (restored.volumeAttributesClassName === undefined) return;
  if (old.volumeAttributesClassName === undefined) delete restored.volumeAttributesClassName;
  else restored.volumeAttributesClassName = old.volumeAttributesClassName;
}

/**
 * Returns the errors of a reduced size. After a failed resize the size may be reduced, but not to the actual size or
 * below.
 */
function shrinkErrors(
  spec: PersistentVolumeClaimSpec,
  old: DeepReadonly<PersistentVolumeClaim>,
  isEnabled: IsEnabled,
): FieldError[] {
  const size = storageOf(spec.resources?.requests);
  if (size.compare(storageOf(old.spec?.resources?.requests)) >= 0) return [];
  const path = "spec.resources.requests.storage";
  if (!mayRecover(old, isEnabled)) return [forbiddenField(path, "field can not be less than previous value")];
  if (size.compare(storageOf(old.status?.capacity)) > 0) return [];
  return [forbiddenField(path, "field can not be less than status.capacity")];
}

function storageOf(list: Readonly<Record<string, string>> | undefined): Quantity {
  return parseQuantity(list?.["storage"] ?? "0");
}

/** Reports that the attributes class was set to an empty name. A claim cannot lose its class. */
function emptiedClassErrors(
  { volumeAttributesClassName: name }: PersistentVolumeClaimSpec,
  { volumeAttributesClassName: before }: DeepReadonly<PersistentVolumeClaimSpec>,
): FieldError[] {
  if (name !== "" || before === undefined || before === "") return [];
  return [rejectedClass("update from non-nil value to an empty string is forbidden")];
}

/** Rules of updates to a PersistentVolume. Its source and its node affinity are immutable. */
import { persistentVolumeSourceFields } from "../../../api/core/v1/persistent-volume-source.ts";
import type {
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PersistentVolumeSpec,
  VolumeNodeAffinity,
} from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { equalJson, writableCopy } from "../../../base/json-tree.ts";
import { type FieldError, forbiddenField, invalidField } from "../../../meta/field-error.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import type { HookContext } from "../../../schema/index.ts";
import { changeSummary } from "../../meta/change-summary.ts";
import { immutableField } from "../../meta/immutable-field.ts";
import { omit } from "../../omit.ts";
import { hasNewName, isRenamed } from "../scheduling/deprecated-labels.ts";
import { attributesClassErrors } from "./attributes-class.ts";

/** Returns the errors of an update. The reference uses paths that do not exist in the object. */
export function volumeUpdateErrors(
  spec: PersistentVolumeSpec,
  old: DeepReadonly<PersistentVolumeSpec>,
  { vocabulary, isEnabled }: Pick<HookContext, "vocabulary" | "isEnabled">,
): FieldError[] {
  return [
    ...sourceErrors(spec, old),
    ...immutableField({ path: "volumeMode", value: spec.volumeMode, old: old.volumeMode }),
    ...affinityErrors(spec, old, vocabulary),
    ...attributesClassErrors(spec, old, isEnabled),
  ];
}

function sourceErrors(spec: PersistentVolumeSpec, old: DeepReadonly<PersistentVolumeSpec>): FieldError[] {
  const path = "spec.persistentvolumesource";
  const before = sourceOf(old);
  const after = sourceOf(withoutNewExpandSecret(spec, old));
  if (equalJson(after, before)) return [];
  return [forbiddenField(path, `${path} is immutable after creation\n${changeSummary(before, after, "spec")}`)];
}

function sourceOf(spec: DeepReadonly<PersistentVolumeSpec>): object {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => Object.hasOwn(persistentVolumeSourceFields, name)));
}

/** Returns the spec without a newly added Secret for volume expansion, which may be added later. */
function withoutNewExpandSecret(
  spec: PersistentVolumeSpec,
  old: DeepReadonly<PersistentVolumeSpec>,
): PersistentVolumeSpec {
  if (!spec.csi || !old.csi || old.csi.controllerExpandSecretRef) return spec;
  return { ...spec, csi: omit(spec.csi, "controllerExpandSecretRef") };
}

/** Reports a changed node affinity. Deprecated labels may be replaced by their successors. */
function affinityErrors(
  spec: PersistentVolumeSpec,
  old: DeepReadonly<PersistentVolumeSpec>,
  vocabulary: Vocabulary,
): FieldError[] {
  if (!old.nodeAffinity) return [];
  const isSame = (one: unknown, before: unknown): boolean => equalJson(one ?? null, before ?? null);
  if (isSame(spec.nodeAffinity, withNamesOf(spec.nodeAffinity, old.nodeAffinity, vocabulary))) return [];
  const why = "field is immutable, except for updating from beta label to GA";
  return [invalidField("nodeAffinity", spec.nodeAffinity, why)];
}

/** Returns the old affinity, in which labels have their new names where the new affinity uses them. */
function withNamesOf(
  affinity: VolumeNodeAffinity | undefined,
  old: DeepReadonly<VolumeNodeAffinity>,
  vocabulary: Vocabulary,
): VolumeNodeAffinity {
  const copy = writableCopy(old);
  const terms = termsOf(affinity);
  termsOf(copy).forEach(({ matchExpressions = [], matchFields = [] }, index) => {
    const term = terms[index];
    rename(matchExpressions, term?.matchExpressions ?? [], vocabulary);
    rename(matchFields, term?.matchFields ?? [], vocabulary);
  });
  return copy;
}

function termsOf(affinity: DeepReadonly<VolumeNodeAffinity> | undefined): readonly NodeSelectorTerm[] {
  // The list is null if the selector was sent without terms.
  const terms = affinity?.required?.nodeSelectorTerms as NodeSelectorTerm[] | null | undefined;
  return terms ?? [];
}

/** Renames the keys in `old` to the new names of the labels. Changes `old`. */
function rename(
  old: readonly NodeSelectorRequirement[],
  requirements: readonly NodeSelectorRequirement[],
  vocabulary: Vocabulary,
): void {
  old.forEach((one, index) => {
    const key = requirements[index]?.key;
    if (key === undefined) return;
    // The reference treats "" as the new name of a label without successor, and then reports only the empty key.
    const isEmptyName = key === "" && !hasNewName(one.key, vocabulary);
    if (isEmptyName || isRenamed(one.key, key, vocabulary)) one.key = key;
  });
}

/** What of a volume cannot be changed: where its storage is, and how it is reached. */
import { persistentVolumeSourceFields } from "../../../api/core/v1/persistent-volume-source.ts";
import type {
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PersistentVolumeSpec,
  VolumeNodeAffinity,
} from "../../../api/index.ts";
import { cloneJson, equalJson } from "../../../base/json-tree.ts";
import { type FieldError, forbiddenField, invalidField } from "../../../meta/field-error.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import type { HookContext } from "../../../schema/index.ts";
import { changeSummary } from "../../meta/change-summary.ts";
import { immutableField } from "../../meta/immutable-field.ts";
import { omit } from "../../omit.ts";
import { hasNewName, isRenamed } from "../scheduling/deprecated-labels.ts";
import { attributesClassErrors } from "./attributes-class.ts";

/** Clients know these errors under paths of their own. */
export function volumeUpdateErrors(
  spec: PersistentVolumeSpec,
  old: PersistentVolumeSpec,
  { vocabulary, isEnabled }: Pick<HookContext, "vocabulary" | "isEnabled">,
): FieldError[] {
  return [
    ...sourceErrors(spec, old),
    ...immutableField({ path: "volumeMode", value: spec.volumeMode, old: old.volumeMode }),
    ...affinityErrors(spec, old, vocabulary),
    ...attributesClassErrors(spec, old, isEnabled),
  ];
}

function sourceErrors(spec: PersistentVolumeSpec, old: PersistentVolumeSpec): FieldError[] {
  const path = "spec.persistentvolumesource";
  const before = sourceOf(old);
  const after = sourceOf(withoutNewExpandSecret(spec, old));
  if (equalJson(after, before)) return [];
  return [forbiddenField(path, `${path} is immutable after creation\n${changeSummary(before, after, "spec")}`)];
}

function sourceOf(spec: PersistentVolumeSpec): object {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => Object.hasOwn(persistentVolumeSourceFields, name)));
}

/** The Secret for making the volume larger may be added later. */
function withoutNewExpandSecret(spec: PersistentVolumeSpec, old: PersistentVolumeSpec): PersistentVolumeSpec {
  if (!spec.csi || !old.csi || old.csi.controllerExpandSecretRef) return spec;
  return { ...spec, csi: omit(spec.csi, "controllerExpandSecretRef") };
}

/** Labels may be renamed to what they are called now; otherwise the nodes stay as they were first given. */
function affinityErrors(spec: PersistentVolumeSpec, old: PersistentVolumeSpec, vocabulary: Vocabulary): FieldError[] {
  if (!old.nodeAffinity) return [];
  const isSame = (one: unknown, before: unknown): boolean => equalJson(one ?? null, before ?? null);
  if (isSame(spec.nodeAffinity, withNamesOf(spec.nodeAffinity, old.nodeAffinity, vocabulary))) return [];
  const why = "field is immutable, except for updating from beta label to GA";
  return [invalidField("nodeAffinity", spec.nodeAffinity, why)];
}

/** The old affinity with the labels of the new one where those are the same by another name. */
function withNamesOf(
  affinity: VolumeNodeAffinity | undefined,
  old: VolumeNodeAffinity,
  vocabulary: Vocabulary,
): VolumeNodeAffinity {
  const copy = cloneJson(old);
  const terms = termsOf(affinity);
  termsOf(copy).forEach(({ matchExpressions = [], matchFields = [] }, index) => {
    const term = terms[index];
    rename(matchExpressions, term?.matchExpressions ?? [], vocabulary);
    rename(matchFields, term?.matchFields ?? [], vocabulary);
  });
  return copy;
}

function termsOf(affinity: VolumeNodeAffinity | undefined): readonly NodeSelectorTerm[] {
  // A selector without terms has null for its list.
  const terms = affinity?.required?.nodeSelectorTerms as NodeSelectorTerm[] | null | undefined;
  return terms ?? [];
}

/** Changes `old`. */
function rename(
  old: readonly NodeSelectorRequirement[],
  requirements: readonly NodeSelectorRequirement[],
  vocabulary: Vocabulary,
): void {
  old.forEach((one, index) => {
    const key = requirements[index]?.key;
    if (key === undefined) return;
    // The reference finds "" as the new name of a label that keeps its name. It then reports the empty key alone.
    const isEmptyName = key === "" && !hasNewName(one.key, vocabulary);
    if (isEmptyName || isRenamed(one.key, key, vocabulary)) one.key = key;
  });
}

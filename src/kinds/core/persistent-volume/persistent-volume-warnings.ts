/** Warnings about deprecated parts of PersistentVolumes. */

import { storageClassAnnotation } from "../../../api/class-annotations.ts";
import type { PersistentVolume, PersistentVolumeSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { subLabel, type Vocabulary } from "../../../meta/vocabulary.ts";
import { termWarnings } from "../scheduling/scheduling-warnings.ts";
import { type RetiredSource, retirementAdvice } from "../volume/volume-warnings.ts";

/** Annotations that fields have replaced. */
const replacedAnnotations = [
  [storageClassAnnotation, 'deprecated since v1.8; use "storageClassName" attribute instead'],
  [subLabel("volume.beta/mount-options"), 'deprecated since v1.31; use "mountOptions" attribute instead'],
] as const;

/** Deprecated sources, in the order in which they are reported. */
const retiredSources = [
  "cephfs",
  "photonPersistentDisk",
  "scaleIO",
  "storageos",
  "glusterfs",
  "rbd",
] as const satisfies readonly (RetiredSource & keyof PersistentVolumeSpec)[];

/** Returns the warnings about a PersistentVolume. */
export function volumeWarnings(
  { metadata, spec = {} }: DeepReadonly<PersistentVolume>,
  vocabulary: Vocabulary,
): string[] {
  const terms = spec.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  return [
    ...replacedAnnotations.flatMap(([token, advice]) => {
      const key = vocabulary.bind(token);
      return metadata.annotations?.[key] === undefined ? [] : [`metadata.annotations[${key}]: ${advice}`];
    }),
    ...recycleWarnings(spec),
    ...terms.flatMap((term, index) =>
      termWarnings(term, `spec.nodeAffinity.required.nodeSelectorTerms[${index}]`, vocabulary),
    ),
    ...retiredSources.filter((name) => spec[name] !== undefined).map((name) => `spec.${retirementAdvice(name)}`),
  ];
}

function recycleWarnings({ persistentVolumeReclaimPolicy: policy }: DeepReadonly<PersistentVolumeSpec>): string[] {
  if (policy !== "Recycle") return [];
  const advice =
    "The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.";
  return [`spec.persistentVolumeReclaimPolicy: ${advice}`];
}

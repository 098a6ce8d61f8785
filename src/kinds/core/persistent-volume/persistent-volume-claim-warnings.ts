import { storageClassAnnotation } from "../../../api/class-annotations.ts";
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import { fractionalAmountWarnings } from "../resources/byte-amounts.ts";

/** Returns the warnings about a PersistentVolumeClaim. */
export function claimWarnings(
  { metadata, spec }: DeepReadonly<PersistentVolumeClaim>,
  vocabulary: Vocabulary,
): string[] {
  const annotation = vocabulary.bind(storageClassAnnotation);
  const advice = 'deprecated since v1.8; use "storageClassName" attribute instead';
  return [
    ...(metadata.annotations?.[annotation] === undefined ? [] : [`metadata.annotations[${annotation}]: ${advice}`]),
    ...(spec ? claimSpecWarnings(spec, "spec") : []),
  ];
}

/**
 * Returns the warnings about a claim's spec, also in a template.
 * @param path of the spec
 */
export function claimSpecWarnings({ resources }: DeepReadonly<PersistentVolumeClaimSpec>, path: string): string[] {
  return [
    ...fractionalAmountWarnings(resources?.requests?.["storage"], `${path}.resources.requests[storage]`),
    ...fractionalAmountWarnings(resources?.limits?.["storage"], `${path}.resources.limits[storage]`),
  ];
}

import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from "../../../api/index.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import { fractionalAmountWarnings } from "../resources/byte-amounts.ts";
import { storageClassAnnotation } from "./persistent-volume-claim-columns.ts";

/** Advice on a claim of its own. */
export function claimWarnings({ metadata, spec }: PersistentVolumeClaim, vocabulary: Vocabulary): string[] {
  const annotation = vocabulary.bind(storageClassAnnotation);
  const advice = 'deprecated since v1.8; use "storageClassName" attribute instead';
  return [
    ...(metadata.annotations?.[annotation] === undefined ? [] : [`metadata.annotations[${annotation}]: ${advice}`]),
    ...(spec ? claimSpecWarnings(spec, "spec") : []),
  ];
}

/** Advice on what a claim wants, wherever it stands. */
export function claimSpecWarnings({ resources }: PersistentVolumeClaimSpec, path: string): string[] {
  return [
    ...fractionalAmountWarnings(resources?.requests?.["storage"], `${path}.resources.requests[storage]`),
    ...fractionalAmountWarnings(resources?.limits?.["storage"], `${path}.resources.limits[storage]`),
  ];
}

/** Affinity terms that refer to the Pod's own labels by key. */
import type { Affinity, PodAffinityTerm } from "../../../api/index.ts";
import type { Labels } from "../../../meta/label-requirement.ts";

/**
 * Adds the Pod's own labels to the selectors of its affinity terms, one requirement for each key. Runs on create.
 * Changes the terms.
 */
export function fillOwnLabels(affinity: Affinity | undefined, labels: Labels): void {
  for (const term of termsOf(affinity)) {
    const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = term;
    if (!labelSelector) continue;
    const added = [
      ...matchLabelKeys.map((key) => ({ key, operator: "In" })),
      ...mismatchLabelKeys.map((key) => ({ key, operator: "NotIn" })),
    ];
    const present = added.filter(({ key }) => Object.hasOwn(labels, key));
    if (present.length === 0) continue;
    labelSelector.matchExpressions = [
      ...(labelSelector.matchExpressions ?? []),
      ...present.map((one) => ({ ...one, values: [labels[one.key] ?? ""] })),
    ];
  }
}

function termsOf(affinity: Affinity | undefined): readonly PodAffinityTerm[] {
  return [affinity?.podAffinity, affinity?.podAntiAffinity].flatMap((one) => [
    ...(one?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm }) => podAffinityTerm),
    ...(one?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
  ]);
}

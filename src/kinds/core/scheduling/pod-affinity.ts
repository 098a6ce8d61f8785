/** Affinity terms that compare labels of other Pods with the Pod's own: the values are put in when the Pod is made. */
import type { Affinity, PodAffinityTerm } from "../../../api/index.ts";
import type { Labels } from "../../../meta/label-requirement.ts";

/** Adds a requirement for every key that a term takes from the Pod; changes the terms. */
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

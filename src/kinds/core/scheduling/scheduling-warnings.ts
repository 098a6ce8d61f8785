/** Warnings about the placement of Pods. */
import type { NodeSelectorTerm, PodAffinity, PodSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import { deprecatedLabelAdvice } from "./deprecated-labels.ts";

const matchesNothing = "a null labelSelector results in matching no pod";

/**
 * Returns the warnings about node selection and topology spread.
 * @param path of the Pod's spec
 */
export function placementWarnings(spec: DeepReadonly<PodSpec>, path: string, vocabulary: Vocabulary): string[] {
  const { nodeSelector = {} } = spec;
  return [
    ...Object.keys(nodeSelector).flatMap((key) => {
      const advice = deprecatedLabelAdvice(key, vocabulary);
      return advice === undefined ? [] : [`${path}.nodeSelector[${key}]: ${advice}`];
    }),
    ...nodeAffinityWarnings(spec, `${path}.affinity.nodeAffinity`, vocabulary),
    ...spreadWarnings(spec, `${path}.topologySpreadConstraints`, vocabulary),
  ];
}

/**
 * Returns the warnings about affinity to other Pods.
 * @param path of the affinity
 */
export function affinityWarnings({ affinity }: DeepReadonly<PodSpec>, path: string): string[] {
  return [
    ...podAffinityWarnings(affinity?.podAffinity, `${path}.podAffinity`),
    ...podAffinityWarnings(affinity?.podAntiAffinity, `${path}.podAntiAffinity`),
  ];
}

function nodeAffinityWarnings({ affinity }: DeepReadonly<PodSpec>, path: string, vocabulary: Vocabulary): string[] {
  const { requiredDuringSchedulingIgnoredDuringExecution: required, ...nodeAffinity } = affinity?.nodeAffinity ?? {};
  const terms = (required?.nodeSelectorTerms as NodeSelectorTerm[] | null | undefined) ?? [];
  const preferred = nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const requiredPath = `${path}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`;
  const preferredPath = `${path}.preferredDuringSchedulingIgnoredDuringExecution`;
  return [
    ...terms.flatMap((term, index) => termWarnings(term, `${requiredPath}[${index}]`, vocabulary)),
    ...preferred.flatMap(({ preference }, index) =>
      termWarnings(preference, `${preferredPath}[${index}].preference`, vocabulary),
    ),
  ];
}

/**
 * Returns the warnings about deprecated labels in a term.
 * @param path of the term
 */
export function termWarnings(
  { matchExpressions = [] }: DeepReadonly<NodeSelectorTerm>,
  path: string,
  vocabulary: Vocabulary,
): string[] {
  return matchExpressions.flatMap(({ key }, index) =>
    labelWarnings(key, `${path}.matchExpressions[${index}].key`, vocabulary),
  );
}

function spreadWarnings(
  { topologySpreadConstraints = [] }: DeepReadonly<PodSpec>,
  path: string,
  vocabulary: Vocabulary,
): string[] {
  return topologySpreadConstraints.flatMap(({ topologyKey, labelSelector }, index) => [
    ...labelWarnings(topologyKey, `${path}[${index}].topologyKey`, vocabulary),
    ...(labelSelector ? [] : [`${path}[${index}].labelSelector: ${matchesNothing}`]),
  ]);
}

function labelWarnings(key: string, path: string, vocabulary: Vocabulary): string[] {
  const advice = deprecatedLabelAdvice(key, vocabulary);
  return advice === undefined ? [] : [`${path}: ${key} is ${advice}`];
}

function podAffinityWarnings(affinity: DeepReadonly<PodAffinity> | undefined, path: string): string[] {
  const required = affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  const preferred = affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const [requiredPath, preferredPath] = ["required", "preferred"].map(
    (when) => `${path}.${when}DuringSchedulingIgnoredDuringExecution`,
  );
  return [
    ...required.flatMap(({ labelSelector }, index) =>
      labelSelector ? [] : [`${requiredPath}[${index}].labelSelector: ${matchesNothing}`],
    ),
    ...preferred.flatMap(({ podAffinityTerm }, index) =>
      podAffinityTerm.labelSelector
        ? []
        : [`${preferredPath}[${index}].podAffinityTerm.labelSelector: ${matchesNothing}`],
    ),
  ];
}

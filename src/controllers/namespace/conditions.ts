/**
 * Computes the conditions of a namespace that is being deleted. Reasons and messages are those of the reference. Pure
 * functions.
 */
import type { NamespaceCondition } from "../../api/core/v1/namespace.ts";
import type { Content, Remainder } from "./content.ts";

interface Finding {
  readonly type: string;
  /** Reason and message if there is no problem. */
  readonly normal: { readonly reason: string; readonly message: string };
  readonly problem?: { readonly reason: string; readonly message: string };
}

/**
 * Returns the conditions that describe the content. Undefined if they have not changed.
 * @param now RFC 3339
 */
export function conditionsAfter(
  currentConditions: readonly NamespaceCondition[],
  content: Content,
  now: string,
): NamespaceCondition[] | undefined {
  const findings = findingsOf(content).map(toCondition);
  const merged = findings.map((finding) => {
    const previousCondition = currentConditions.find(({ type }) => type === finding.type);
    const isSame = previousCondition?.status === finding.status;
    return { ...finding, lastTransitionTime: isSame ? (previousCondition.lastTransitionTime ?? now) : now };
  });
  const others = currentConditions.filter(({ type }) => !findings.some((finding) => finding.type === type));
  const isKnown = merged.every((condition) => currentConditions.some((one) => isSameCondition(one, condition)));
  return isKnown ? undefined : [...others, ...merged];
}

function isSameCondition(one: NamespaceCondition, other: NamespaceCondition): boolean {
  return (
    one.type === other.type &&
    one.status === other.status &&
    one.reason === other.reason &&
    one.message === other.message
  );
}

function toCondition({ type, normal, problem }: Finding): NamespaceCondition {
  return { type, status: problem ? "True" : "False", ...(problem ?? normal) };
}

function findingsOf({ discoveryFailure, failures, remainders }: Content): readonly Finding[] {
  const finalizers = finalizerCounts(remainders);
  return [
    {
      type: "NamespaceDeletionDiscoveryFailure",
      normal: { reason: "ResourcesDiscovered", message: "All resources successfully discovered" },
      ...(discoveryFailure === undefined ? {} : { problem: { reason: "DiscoveryFailed", message: discoveryFailure } }),
    },
    {
      type: "NamespaceDeletionGroupVersionParsingFailure",
      normal: { reason: "ParsedGroupVersions", message: "All legacy kube types successfully parsed" },
    },
    {
      type: "NamespaceDeletionContentFailure",
      normal: {
        reason: "ContentDeleted",
        message: "All content successfully deleted, may be waiting on finalization",
      },
      ...(failures.length === 0 ? {} : { problem: contentFailure(failures) }),
    },
    {
      type: "NamespaceContentRemaining",
      normal: { reason: "ContentRemoved", message: "All content successfully removed" },
      ...(remainders.length === 0
        ? {}
        : { problem: { reason: "SomeResourcesRemain", message: remainingMessage(remainders) } }),
    },
    {
      type: "NamespaceFinalizersRemaining",
      normal: { reason: "ContentHasNoFinalizers", message: "All content-preserving finalizers finished" },
      ...(finalizers.length === 0
        ? {}
        : { problem: { reason: "SomeFinalizersRemain", message: finalizersMessage(finalizers) } }),
    },
  ];
}

function contentFailure(failures: readonly string[]): { reason: string; message: string } {
  const all = [...failures].sort().join(", ");
  const message = `Failed to delete all resource types, ${failures.length} remaining: ${all}`;
  return { reason: "ContentDeletionFailed", message };
}

function remainingMessage(remainders: readonly Remainder[]): string {
  const parts = remainders.map(({ type, count }) => `${type.plural}.${type.group} has ${count} resource instances`);
  return `Some resources are remaining: ${parts.sort().join(", ")}`;
}

function finalizerCounts(remainders: readonly Remainder[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { finalizers } of remainders) {
    for (const [name, count] of finalizers) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return [...counts].map(([name, count]) => `${name} in ${count} resource instances`).sort();
}

function finalizersMessage(finalizers: readonly string[]): string {
  return `Some content in the namespace has finalizers remaining: ${finalizers.join(", ")}`;
}

/** Decides what to write to a namespace that is being deleted, given its remaining content. A pure function. */
import type { Namespace, NamespaceCondition } from "../../api/core/v1/namespace.ts";
import { formatTime } from "../../meta/time.ts";
import { conditionsAfter } from "./conditions.ts";
import type { Content } from "./content.ts";

/** A namespace that is being deleted, and its remaining content. */
export interface ObservedNamespace {
  readonly namespace: Readonly<Namespace>;
  readonly content: Content;
  /** The finalizer that this controller removes once the namespace is empty. */
  readonly finalizer: string;
  readonly nowMs: number;
}

/** Changes to write to the namespace, and the time of the next check. */
export interface NamespaceDecision {
  /** Conditions to write. Undefined if they have not changed. */
  readonly conditions: NamespaceCondition[] | undefined;
  /** Finalizers to write, if the namespace is empty. Undefined if it is not. */
  readonly finalizers: readonly string[] | undefined;
  /** Delay before the next check. Undefined if the namespace is empty, or a failure leads to a retry. */
  readonly lookAgainAfterMs: number | undefined;
}

/** The reference's estimate of how long a finalizer takes. */
const finalizerSeconds = 15;

/** Whether a namespace is being deleted and its content must be removed. */
export function isToBeEmptied({ metadata, spec }: Readonly<Namespace>, finalizer: string): boolean {
  return metadata.deletionTimestamp !== undefined && (spec?.finalizers ?? []).includes(finalizer);
}

/** Returns what to write to the namespace. */
export function decide({ namespace, content, finalizer, nowMs }: ObservedNamespace): NamespaceDecision {
  const conditions = conditionsAfter(namespace.status?.conditions ?? [], content, formatTime(nowMs));
  const { discoveryFailure, failures, remainders } = content;
  const isKnown = discoveryFailure === undefined && failures.length === 0;
  if (isKnown && remainders.length === 0) {
    const finalizers = (namespace.spec?.finalizers ?? []).filter((one) => one !== finalizer);
    return { conditions, finalizers, lookAgainAfterMs: undefined };
  }
  return { conditions, finalizers: undefined, lookAgainAfterMs: isKnown ? waitMs(content) : undefined };
}

/** Returns half of the estimated time until the remaining objects have been deleted. */
function waitMs({ remainders }: Content): number {
  const estimates = remainders.map(({ finalizers, graceSeconds }) =>
    Math.max(graceSeconds, finalizers.size > 0 ? finalizerSeconds : 0),
  );
  return (Math.floor(Math.max(0, ...estimates) / 2) + 1) * 1000;
}

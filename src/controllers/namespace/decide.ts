/** What becomes of a namespace that is being deleted, given what is left in it. Pure. */
import type { Namespace, NamespaceCondition } from "../../api/core/v1/namespace.ts";
import { formatTime } from "../../meta/time.ts";
import { conditionsAfter } from "./conditions.ts";
import type { Content } from "./content.ts";

export interface Observed {
  readonly namespace: Readonly<Namespace>;
  readonly content: Content;
  /** Stands until the content is gone. */
  readonly finalizer: string;
  readonly nowMs: number;
}

export interface Decision {
  /** To be written; undefined: they say already what there is to say. */
  readonly conditions: NamespaceCondition[] | undefined;
  /** The finalizers that stay when the content is gone; undefined: it is not. */
  readonly finalizers: readonly string[] | undefined;
  /** When to look again at the latest; undefined: there is nothing to wait for. */
  readonly lookAgainAfterMs: number | undefined;
}

/** How long a finalizer is expected to take, as the reference has it. */
const finalizerSeconds = 15;

export function isToBeEmptied({ metadata, spec }: Readonly<Namespace>, finalizer: string): boolean {
  return metadata.deletionTimestamp !== undefined && (spec?.finalizers ?? []).includes(finalizer);
}

export function decide({ namespace, content, finalizer, nowMs }: Observed): Decision {
  const conditions = conditionsAfter(namespace.status?.conditions ?? [], content, formatTime(nowMs));
  const { discoveryFailure, failures, remainders } = content;
  const isKnown = discoveryFailure === undefined && failures.length === 0;
  if (isKnown && remainders.length === 0) {
    const finalizers = (namespace.spec?.finalizers ?? []).filter((one) => one !== finalizer);
    return { conditions, finalizers, lookAgainAfterMs: undefined };
  }
  return { conditions, finalizers: undefined, lookAgainAfterMs: isKnown ? waitMs(content) : undefined };
}

/** Half of what it is expected to take. */
function waitMs({ remainders }: Content): number {
  const estimates = remainders.map(({ finalizers, graceSeconds }) =>
    Math.max(graceSeconds, finalizers.size > 0 ? finalizerSeconds : 0),
  );
  return (Math.floor(Math.max(0, ...estimates) / 2) + 1) * 1000;
}

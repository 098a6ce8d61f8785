/** What is to be done with an object, given its owners and those that it owns. Pure. */
import { foregroundFinalizer, orphanFinalizer, type PropagationPolicy } from "../../meta/deletion.ts";
import type { OwnerReference } from "../../meta/object-meta.ts";
import type { MonitoredObject } from "../frame/index.ts";
import { hasFinalizer, isDeleting, isOrphaning, isWaiting, ownersOf } from "./owner-graph.ts";

/**
 * What is known of the owner that a reference names: it is there; it is there and waits for its dependents to go; it is
 * certain that there is none; or nobody can say.
 */
export type OwnerState = "present" | "waiting" | "absent" | "unknown";

export interface Observed {
  readonly object: MonitoredObject;
  /** In the order of the references. */
  readonly owners: readonly OwnerState[];
  readonly hasDependents: boolean;
  /** Whether a dependent keeps it from going. */
  readonly isBlocked: boolean;
  /** Finds out whether what keeps it from going waits for it in turn; asked of few, for it has to look far. */
  readonly isInCircle: () => boolean;
}

export type Action =
  | { readonly type: "none" }
  /** Tell the dependents that they have no such owner any more, then take the finalizer away. */
  | { readonly type: "orphan" }
  | { readonly type: "removeFinalizer"; readonly finalizer: string }
  /** Keep these references, and none of the others. */
  | { readonly type: "keepOwners"; readonly owners: readonly OwnerReference[] }
  /** Say that it keeps no owner from going. */
  | { readonly type: "releaseOwners" }
  | { readonly type: "delete"; readonly policy: PropagationPolicy };

export function decide(observed: Observed): Action {
  const { object } = observed;
  if (isOrphaning(object)) return { type: "orphan" };
  if (isWaiting(object)) return decideWaiting(observed);
  if (isDeleting(object) || ownersOf(object).length === 0) return { type: "none" };
  return decideByOwners(observed);
}

function decideWaiting({ isBlocked, isInCircle }: Observed): Action {
  if (!isBlocked) return { type: "removeFinalizer", finalizer: foregroundFinalizer };
  return isInCircle() ? { type: "releaseOwners" } : { type: "none" };
}

function decideByOwners({ object, owners, hasDependents }: Observed): Action {
  const kept = ownersOf(object).filter((_, index) => owners[index] === "present" || owners[index] === "unknown");
  if (kept.length === owners.length) return { type: "none" };
  if (kept.length > 0) return { type: "keepOwners", owners: kept };
  const isWaitedFor = owners.includes("waiting") && hasDependents;
  return { type: "delete", policy: isWaitedFor ? "Foreground" : policyOf(object) };
}

/** What the object itself asks for. */
function policyOf(object: MonitoredObject): PropagationPolicy {
  if (hasFinalizer(object, orphanFinalizer)) return "Orphan";
  return hasFinalizer(object, foregroundFinalizer) ? "Foreground" : "Background";
}

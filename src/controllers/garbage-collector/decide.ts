/** Decides what to do with an object, given its owners and dependents. A pure function. */
import { foregroundFinalizer, orphanFinalizer, type PropagationPolicy } from "../../meta/deletion.ts";
import type { OwnerReference } from "../../meta/object-meta.ts";
import type { MonitoredObject } from "../frame/index.ts";
import { hasFinalizer, isDeleting, isOrphaning, isWaiting, ownersOf } from "./owner-graph.ts";

/**
 * The state of the owner that a reference names: it exists; it exists and waits for the deletion of its dependents; it
 * certainly does not exist; or its state is unknown.
 */
export type OwnerState = "present" | "waiting" | "absent" | "unknown";

/** An object with the states of its owners and dependents. */
export interface ObservedObject {
  readonly object: MonitoredObject;
  /** States of the owners, in the order of the references. */
  readonly owners: readonly OwnerState[];
  readonly hasDependents: boolean;
  /** Whether a dependent blocks the deletion of the object. */
  readonly isBlocked: boolean;
  /**
   * Returns whether the dependents that block the deletion wait for the object in turn. It is a function because the
   * search is expensive and rarely needed.
   */
  readonly isInCircle: () => boolean;
}

/** One change to an object, or none. */
export type GarbageCollectorAction =
  | { readonly type: "none" }
  /** Remove the references to this owner from the dependents, then remove the orphan finalizer. */
  | { readonly type: "orphan" }
  | { readonly type: "removeFinalizer"; readonly finalizer: string }
  /** Keep only these references. */
  | { readonly type: "keepOwners"; readonly owners: readonly OwnerReference[] }
  /** Set `blockOwnerDeletion` to false in all references. */
  | { readonly type: "releaseOwners" }
  | { readonly type: "delete"; readonly policy: PropagationPolicy };

/** Returns what to do with an object. */
export function decide(observed: ObservedObject): GarbageCollectorAction {
  const { object } = observed;
  if (isOrphaning(object)) return { type: "orphan" };
  if (isWaiting(object)) return decideWaiting(observed);
  if (isDeleting(object) || ownersOf(object).length === 0) return { type: "none" };
  return decideByOwners(observed);
}

function decideWaiting({ isBlocked, isInCircle }: ObservedObject): GarbageCollectorAction {
  if (!isBlocked) return { type: "removeFinalizer", finalizer: foregroundFinalizer };
  return isInCircle() ? { type: "releaseOwners" } : { type: "none" };
}

function decideByOwners({ object, owners, hasDependents }: ObservedObject): GarbageCollectorAction {
  const kept = ownersOf(object).filter((_, index) => owners[index] === "present" || owners[index] === "unknown");
  if (kept.length === owners.length) return { type: "none" };
  if (kept.length > 0) return { type: "keepOwners", owners: kept };
  const isWaitedFor = owners.includes("waiting") && hasDependents;
  return { type: "delete", policy: isWaitedFor ? "Foreground" : policyOf(object) };
}

/** Returns the propagation policy that the object's finalizers request. */
function policyOf(object: MonitoredObject): PropagationPolicy {
  if (hasFinalizer(object, orphanFinalizer)) return "Orphan";
  return hasFinalizer(object, foregroundFinalizer) ? "Foreground" : "Background";
}

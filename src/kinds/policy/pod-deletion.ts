/** Deletion of an evicted Pod. */
import { type Eviction, type Pod, type PodCondition, pod } from "../../api/index.ts";
import { equalJson } from "../../base/json-tree.ts";
import { invalidField } from "../../meta/field-error.ts";
import { invalid, preconditionConflict, StatusError } from "../../meta/status-error.ts";
import { formatTime } from "../../meta/time.ts";
import type { ObjectDeletion, SubresourceRequest } from "../../schema/index.ts";
import { withCondition } from "../meta/conditions.ts";

/**
 * Checks the options of an eviction, and adds the dry run of the request to them.
 * @throws StatusError 422 for an option that evictions do not support, 500 for contradictory dry-run options
 */
export function completeOptions({ deleteOptions }: Eviction, request: SubresourceRequest): void {
  if (!deleteOptions) return;
  const unsafe = "ignoreStoreReadErrorWithClusterBreakingPotential";
  if (deleteOptions[unsafe] === true) {
    const why = "can not be set for pod eviction, try after removing the option";
    const error = invalidField(`deleteOptions.${unsafe}`, true, why);
    throw invalid({ group: "policy", kind: "Eviction" }, request.name, [error]);
  }
  if (!request.dryRun) return;
  const { dryRun = [] } = deleteOptions;
  if (dryRun.length > 0 && !equalJson(dryRun, ["All"])) {
    const why = `Non-matching dry-run options in request and content: [All] and [${dryRun.join(" ")}]`;
    throw new StatusError(500, why);
  }
  deleteOptions.dryRun = ["All"];
}

/** Returns the deletion that an eviction requests. */
export function deletionOf({ deleteOptions = {} }: Eviction, request: SubresourceRequest): ObjectDeletion {
  const { namespace, name } = request;
  const { dryRun = [], gracePeriodSeconds, orphanDependents, propagationPolicy, preconditions } = deleteOptions;
  return {
    namespace,
    name,
    dryRun: request.dryRun || dryRun.length > 0,
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(orphanDependents === undefined ? {} : { orphanDependents }),
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
    ...(preconditions ? { preconditions } : {}),
  };
}

/** Adds the condition `DisruptionTarget` to the Pod, which shows the reason to its observers, and deletes it. */
export async function markAndDelete(deletion: ObjectDeletion, { objects, nowMs }: SubresourceRequest): Promise<void> {
  if (deletion.dryRun) {
    await objects.delete(pod, deletion);
    return;
  }
  const { namespace, name } = deletion;
  const marked = await objects.update(pod, {
    namespace,
    name,
    subresource: "status",
    dryRun: false,
    change: (one) => {
      requireState(one, deletion);
      one.status = { ...one.status, conditions: withCondition(one.status?.conditions, evictedCondition(nowMs)) };
    },
  });
  await objects.delete(pod, isPinned(deletion) ? pinned(deletion, marked) : deletion);
}

function evictedCondition(nowMs: number): PodCondition {
  return {
    type: "DisruptionTarget",
    status: "True",
    lastTransitionTime: formatTime(nowMs),
    reason: "EvictionByEvictionAPI",
    message: "Eviction API: evicting",
  };
}

/**
 * Checks the preconditions.
 * @throws StatusError 409 if the uid or the resource version differs
 */
function requireState({ metadata }: Pod, { name, preconditions = {} }: ObjectDeletion): void {
  const reject = (field: "UID" | "ResourceVersion", asked = "", actual = ""): void => {
    if (asked === "" || asked === actual) return;
    throw preconditionConflict({ group: "", kind: "Pod" }, name, { field, expected: asked, actual });
  };
  reject("UID", preconditions.uid, metadata.uid);
  reject("ResourceVersion", preconditions.resourceVersion, metadata.resourceVersion);
}

/** Returns a deletion that requires this state of the Pod. */
export function pinned(deletion: ObjectDeletion, { metadata }: Pod): ObjectDeletion {
  return { ...deletion, preconditions: { ...deletion.preconditions, resourceVersion: metadata.resourceVersion ?? "" } };
}

/** Whether the deletion requires a resource version. */
export function isPinned({ preconditions }: ObjectDeletion): boolean {
  return preconditions?.resourceVersion !== undefined;
}

/** Whether the error is a conflict with another write. */
export function isConflict(error: unknown): boolean {
  return error instanceof StatusError && error.reason === "Conflict";
}

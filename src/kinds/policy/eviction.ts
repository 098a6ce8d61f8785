/** Evictions: deletions of Pods within the limits of PodDisruptionBudgets. */
import { type Eviction, type Pod, type PodDisruptionBudget, pod, podDisruptionBudget } from "../../api/index.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { StatusError, timeout } from "../../meta/status-error.ts";
import type { ObjectDeletion, PostedHook, PostedPreparation, SubresourceRequest } from "../../schema/index.ts";
import { isFinished } from "../core/pod/pod-summary.ts";
import { holds } from "../meta/conditions.ts";
import { requireName } from "../require-name.ts";
import { isAbout, isSpare, spend, stillProcessing } from "./disruption-budgets.ts";
import { completeOptions, deletionOf, isConflict, isPinned, markAndDelete, pinned } from "./pod-deletion.ts";

/** Largest number of attempts to delete a Pod that other clients change at the same time. */
const attemptsMax = 20;

/** Checks an eviction, and completes its options. @throws StatusError 400 for another name than that of the Pod, 422 or 500 */
export const prepareEviction: PostedPreparation<Eviction> = async (eviction, request) => {
  requireName(eviction, request.name);
  completeOptions(eviction, request);
};

/**
 * Deletes a Pod if its PodDisruptionBudget allows that.
 * @param eviction an eviction that `prepareEviction` has checked
 * @throws StatusError 429 if its budget does not allow it, 404 or 409
 */
export const evictPod: PostedHook<Eviction> = async (eviction, request) => {
  const deletion = deletionOf(eviction, request);
  const guarded = await deleteUnguarded(deletion, request);
  if (guarded) await evictGuarded(guarded, deletion, request);
  return undefined;
};

/** Deletes the Pod if its loss does not count. Otherwise returns it. */
async function deleteUnguarded(deletion: ObjectDeletion, request: SubresourceRequest): Promise<Pod | undefined> {
  for (let attempt = 1; ; attempt++) {
    const one = await request.objects.get(pod, deletion);
    if (!isUnguarded(one)) return one;
    try {
      // A Pod that has not started may be running, and counted, before the deletion. So the deletion requires the
      // observed state.
      await markAndDelete(isOver(one) || isPinned(deletion) ? deletion : pinned(deletion, one), request);
      return undefined;
    } catch (error) {
      if (!isConflict(error) || isPinned(deletion) || attempt === attemptsMax) throw error;
    }
  }
}

async function evictGuarded(one: Pod, deletion: ObjectDeletion, request: SubresourceRequest): Promise<void> {
  const budget = await budgetOf(one, request);
  if (budget && !holds(one.status?.conditions, "Ready") && isSpare(budget)) {
    await deleteSpare(one, budget, deletion, request);
    return;
  }
  if (budget) await spendOn(budget, deletion, request);
  await markAndDelete(deletion, request);
}

/** Whether the loss of the Pod does not count. */
function isUnguarded(one: Pod): boolean {
  return isOver(one) || one.status?.phase === "Pending";
}

function isOver(one: Pod): boolean {
  return isFinished(one) || one.metadata.deletionTimestamp !== undefined;
}

/**
 * Returns the budget that selects the Pod.
 * @throws StatusError 500 if several do
 */
async function budgetOf(
  one: Pod,
  { objects, namespace }: SubresourceRequest,
): Promise<PodDisruptionBudget | undefined> {
  const all = await objects.list(podDisruptionBudget, namespace);
  const budgets = all.filter((budget) => isAbout(budget, one));
  if (budgets.length > 1) {
    const why = "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";
    throw new StatusError(500, why);
  }
  return budgets[0];
}

async function spendOn(
  { metadata }: PodDisruptionBudget,
  { namespace, name: podName, dryRun }: ObjectDeletion,
  { objects, nowMs }: SubresourceRequest,
): Promise<void> {
  const name = metadata.name ?? "";
  const change = (budget: PodDisruptionBudget): void => spend(budget, podName, nowMs);
  try {
    await objects.update(podDisruptionBudget, {
      namespace,
      name,
      subresource: "status",
      dryRun,
      isOwned: true,
      change,
    });
  } catch (error) {
    if (!isConflict(error)) throw error;
    throw timeout(`couldn't update PodDisruptionBudget ${goQuote(name)} due to conflicts`, 10);
  }
}

/** Deletes a Pod whose loss does not count, if it has not changed. */
async function deleteSpare(
  one: Pod,
  { metadata }: PodDisruptionBudget,
  deletion: ObjectDeletion,
  request: SubresourceRequest,
): Promise<void> {
  try {
    await markAndDelete(pinned(deletion, one), request);
  } catch (error) {
    throw isConflict(error) && !isPinned(deletion) ? stillProcessing(metadata.name ?? "") : error;
  }
}

/** PodDisruptionBudgets: whether they allow an eviction, and how an eviction is counted. */
import type { Pod, PodDisruptionBudget } from "../../api/index.ts";
import type { Condition } from "../../api/meta/v1/condition.ts";
import { fromLabelSelector, type ParsedLabelSelector } from "../../meta/label-selector.ts";
import { ParseError } from "../../meta/parse-error.ts";
import { forbidden, tooManyRequests } from "../../meta/status-error.ts";
import { formatTime } from "../../meta/time.ts";
import { withCondition } from "../meta/conditions.ts";

/** Largest number of evictions that the controller of the budget has not confirmed. */
const disruptedPodsMax = 2000;

/** Whether the budget selects the Pod. */
export function isAbout(budget: PodDisruptionBudget, { metadata }: Pod): boolean {
  return selectorOf(budget)?.matches(metadata.labels) ?? false;
}

/** Returns the selector. Undefined if it is malformed, so that the budget selects nothing. */
function selectorOf({ spec }: PodDisruptionBudget): ParsedLabelSelector | undefined {
  try {
    return fromLabelSelector(spec?.selector);
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

/** Whether a Pod that is not ready may be evicted without counting it. */
export function isSpare({ spec, status }: PodDisruptionBudget): boolean {
  if (spec?.unhealthyPodEvictionPolicy === "AlwaysAllow") return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {};
  return desiredHealthy > 0 && currentHealthy >= desiredHealthy;
}

/**
 * Counts the eviction of a Pod. Changes `budget`.
 * @throws StatusError 429 if no eviction is allowed, 403 if the status is invalid
 */
export function spend(budget: PodDisruptionBudget, podName: string, nowMs: number): void {
  const { metadata, status = noStatus } = budget;
  const name = metadata.name ?? "";
  const { disruptionsAllowed, disruptedPods = {} } = status;
  if ((status.observedGeneration ?? 0) < (metadata.generation ?? 0)) throw stillProcessing(name);
  rejectOdd(name, status);
  if (disruptionsAllowed === 0) throw spent(name, status);
  budget.status = {
    ...status,
    disruptionsAllowed: disruptionsAllowed - 1,
    disruptedPods: { ...disruptedPods, [podName]: formatTime(nowMs) },
    ...(disruptionsAllowed === 1 ? { conditions: withCondition(status.conditions, noneLeft(status, nowMs)) } : {}),
  };
}

type BudgetStatus = NonNullable<PodDisruptionBudget["status"]>;

const noStatus: BudgetStatus = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };

function noneLeft({ observedGeneration }: BudgetStatus, nowMs: number): Condition {
  return {
    type: "DisruptionAllowed",
    status: "False",
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
    lastTransitionTime: formatTime(nowMs),
    reason: "InsufficientPods",
    message: "",
  };
}

function rejectOdd(name: string, { disruptionsAllowed, disruptedPods = {} }: BudgetStatus): void {
  const reject = (why: string): Error => forbidden({ group: "policy", resource: "poddisruptionbudget" }, name, why);
  if (disruptionsAllowed < 0) throw reject("pdb disruptions allowed is negative");
  if (Object.keys(disruptedPods).length > disruptedPodsMax) {
    throw reject("DisruptedPods map too big - too many evictions not confirmed by PDB controller");
  }
}

const violation = "Cannot evict pod as it would violate the pod's disruption budget.";

/** Returns the error for a budget whose status is out of date. Clients retry after ten seconds. */
export function stillProcessing(name: string): Error {
  return tooManyRequests(violation, 10, [
    { reason: "DisruptionBudget", message: `The disruption budget ${name} is still being processed by the server.` },
  ]);
}

function spent(name: string, { desiredHealthy, currentHealthy }: BudgetStatus): Error {
  const message = `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  return tooManyRequests(violation, 0, [{ reason: "DisruptionBudget", message }]);
}

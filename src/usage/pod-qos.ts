/** The quality of service class of a Pod, derived from the requests and limits of its containers. */
import type { PodSpec, PodStatus } from "../api/index.ts";
import type { DeepReadonly } from "../base/deep-readonly.ts";
import { parseQuantity, Quantity } from "../meta/quantity.ts";
import { mainContainers } from "./pod-containers.ts";

/** Resources that determine the class. */
const countedResources = ["cpu", "memory"] as const;

type Sums = Map<string, Quantity>;

/**
 * Returns the class of a Pod. Guaranteed: every container has limits for all counted resources, and the sums of
 * requests and limits are equal. BestEffort: no container has a request or limit. Burstable: all others. Ephemeral
 * containers do not count, because they cannot have resources.
 */
export function podQosClass(spec: DeepReadonly<PodSpec>): NonNullable<PodStatus["qosClass"]> {
  const containers = [...mainContainers(spec), ...(spec.initContainers ?? [])];
  const requests = sumOf(containers.map(({ resources }) => resources?.requests));
  const limits = sumOf(containers.map(({ resources }) => resources?.limits));
  if (requests.size === 0 && limits.size === 0) return "BestEffort";
  const limited = containers.every(({ resources }) => sumOf([resources?.limits]).size === countedResources.length);
  return limited && areEqual(requests, limits) ? "Guaranteed" : "Burstable";
}

/** Returns the sum for each counted resource. Leaves out sums of zero. */
function sumOf(lists: readonly (Readonly<Record<string, string>> | undefined)[]): Sums {
  const sums: Sums = new Map();
  for (const list of lists) {
    for (const name of countedResources) {
      const amount = parseQuantity(list?.[name] ?? "0");
      if (amount.sign > 0) sums.set(name, (sums.get(name) ?? Quantity.zero).add(amount));
    }
  }
  return sums;
}

function areEqual(left: Sums, right: Sums): boolean {
  if (left.size !== right.size) return false;
  return [...left].every(([name, amount]) => right.get(name)?.compare(amount) === 0);
}

/** The use of Pods: their number, and the amounts that their containers request and are limited to. */
import type { Container, Pod } from "../api/index.ts";
import type { DeepReadonly } from "../base/deep-readonly.ts";
import type { IsEnabled } from "../meta/feature-gates.ts";
import type { Quantity } from "../meta/quantity.ts";
import {
  hugePagesPrefix,
  isExtended,
  isHugePages,
  isNative,
  limitsPrefix,
  requestsPrefix,
} from "../meta/resources/resource-names.ts";
import { parseTime } from "../meta/time.ts";
import { type AmountList, type Amounts, addAmounts, amountsOf, raiseAmounts } from "./amounts.ts";
import { one } from "./object-count.ts";
import { mainContainers } from "./pod-containers.ts";
import { isPodInScope } from "./pod-scopes.ts";
import { podSum } from "./pod-sum.ts";
import type { UsageMeasure } from "./usage-measure.ts";

type ReadPod = DeepReadonly<Pod>;
type ReadContainer = DeepReadonly<Container>;

/** Resources whose requests and limits count. Other resources have only requests. */
const computeResources = ["cpu", "memory", "ephemeral-storage"];
/** Resources that can be set for a whole Pod. */
const podLevelResources = ["cpu", "memory"];
const podCount = "count/pods";

const podNames: ReadonlySet<string> = new Set([
  podCount,
  "pods",
  ...computeResources.flatMap((name) => [name, requestsPrefix + name, limitsPrefix + name]),
]);

/** Names of amounts that each container must have, if a quota limits them. */
const mandatoryNames: ReadonlySet<string> = new Set(
  podLevelResources.flatMap((name) => [name, requestsPrefix + name, limitsPrefix + name]),
);

/** Parts of the server that the measure uses. */
export interface PodUsageServices {
  readonly isEnabled: IsEnabled;
  readonly nowMs: () => number;
}

/** Returns the measure of Pods. */
export function podUsage({ isEnabled, nowMs }: PodUsageServices): UsageMeasure {
  const gates: PodGates = {
    usesStatus: isEnabled("InPlacePodVerticalScaling"),
    hasPodLevel: isEnabled("PodLevelResources"),
  };
  return {
    isCounted: ({ operation, subresource }) =>
      subresource === "" ? operation === "CREATE" : subresource === "resize" && operation === "UPDATE",
    hasName: (name) =>
      podNames.has(name) ||
      isHugePages(name) ||
      name.startsWith(requestsPrefix + hugePagesPrefix) ||
      (name.startsWith(requestsPrefix) && !isNative(name)),
    usageOf: (object) => usageOf(object, gates, nowMs()),
    missingAmounts: (names, object) => missingAmounts(names, object, gates),
    isInScope: (requirement, object) => isPodInScope(requirement, object),
  };
}

/** Whether a Pod still uses what it requests. It does not after its end, or if it should have been deleted by now. */
function isPodRunning({ metadata, status }: ReadPod, nowMs: number): boolean {
  if (status?.phase === "Failed" || status?.phase === "Succeeded") return false;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return true;
  return nowMs <= parseTime(deletionTimestamp) + deletionGracePeriodSeconds * 1000;
}

/** Feature gates that change the sums. */
interface PodGates {
  /** Whether the status of running containers counts, because their resources can change. */
  readonly usesStatus: boolean;
  /** Whether Pods have resources besides those of their containers. */
  readonly hasPodLevel: boolean;
}

function usageOf(pod: ReadPod, gates: PodGates, nowMs: number): Amounts {
  const usage = new Map([[podCount, one]]);
  if (!isPodRunning(pod, nowMs)) return usage;
  addAmounts(usage, namedAmounts(amountsOfPod(pod, "requests", gates), amountsOfPod(pod, "limits", gates)));
  return usage;
}

type Part = "requests" | "limits";

/** Returns the sums of the containers. Those of the Pod itself replace them, and its overhead is added. */
function amountsOfPod(pod: ReadPod, part: Part, gates: PodGates): Amounts {
  const { resources, overhead } = pod.spec ?? {};
  const ofInit = (container: ReadContainer): Amounts => amountsOf(container.resources?.[part]);
  const sums = podSum(pod, { ofMain: gates.usesStatus ? currentAmounts(pod, part) : ofInit, ofInit });
  if (gates.hasPodLevel) for (const [name, amount] of ownAmounts(resources?.[part])) sums.set(name, amount);
  for (const [name, amount] of amountsOf(overhead)) {
    const sum = sums.get(name);
    if (part === "limits" && (!sum || sum.isZero)) continue;
    sums.set(name, sum?.add(amount) ?? amount);
  }
  return sums;
}

function ownAmounts(list: AmountList | undefined): readonly (readonly [string, Quantity])[] {
  return [...amountsOf(list)].filter(([name]) => podLevelResources.includes(name));
}

/** Returns the function that reads the amounts of a running container, or those that it will have if they are more. */
function currentAmounts({ status }: ReadPod, part: Part): (container: ReadContainer) => Amounts {
  const statuses = new Map((status?.containerStatuses ?? []).map((container) => [container.name, container]));
  return ({ name, resources }) => {
    const running = statuses.get(name)?.resources;
    if (!running) return amountsOf(resources?.[part]);
    if (status?.resize === "Infeasible") return amountsOf(running[part]);
    const most = new Map(amountsOf(resources?.[part]));
    raiseAmounts(most, amountsOf(running[part]));
    return most;
  };
}

/** Returns the amounts under the names that quotas use. */
function namedAmounts(requests: Amounts, limits: Amounts): Amounts {
  const named = new Map([["pods", one]]);
  for (const [name, amount] of requests) {
    const isCompute = computeResources.includes(name) || isHugePages(name);
    if (isCompute) named.set(name, amount);
    if (isCompute || isExtended(name)) named.set(requestsPrefix + name, amount);
  }
  for (const [name, amount] of limits) if (computeResources.includes(name)) named.set(limitsPrefix + name, amount);
  return named;
}

/** Returns the amounts that containers do not specify, and the names of these containers. */
function missingAmounts(names: readonly string[], { spec }: ReadPod, { hasPodLevel }: PodGates): string | undefined {
  const { requests, limits } = spec?.resources ?? {};
  if (hasPodLevel && (ownAmounts(requests).length > 0 || ownAmounts(limits).length > 0)) return undefined;
  const required = names.filter((name) => mandatoryNames.has(name)).sort();
  if (required.length === 0) return undefined;
  const containers = [...mainContainers(spec), ...(spec?.initContainers ?? [])].map(({ name, resources }) => ({
    name,
    specified: namedAmounts(amountsOf(resources?.requests), amountsOf(resources?.limits)),
  }));
  const missing = required.flatMap((amount) => {
    const without = containers.filter(({ specified }) => !specified.has(amount)).map(({ name }) => name);
    return without.length === 0 ? [] : `${amount} for: ${[...new Set(without)].sort().join(",")}`;
  });
  return missing.length === 0 ? undefined : `must specify ${missing.join("; ")}`;
}

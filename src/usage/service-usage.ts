/** The use of Services: their number, load balancers and node ports. */
import type { Service } from "../api/index.ts";
import type { DeepReadonly } from "../base/deep-readonly.ts";
import type { SharedObject } from "../meta/object-meta.ts";
import { Quantity } from "../meta/quantity.ts";
import type { Amounts } from "./amounts.ts";
import { one } from "./object-count.ts";
import type { UsageMeasure } from "./usage-measure.ts";

const names = {
  count: "count/services",
  services: "services",
  nodePorts: "services.nodeports",
  loadBalancers: "services.loadbalancers",
} as const;

const allNames: ReadonlySet<string> = new Set(Object.values(names));
const none = Quantity.zero;

/** The measure of Services. Their type can change, so updates count, too. */
export const serviceUsage: UsageMeasure = {
  isCounted: ({ operation }) => operation === "CREATE" || operation === "UPDATE",
  hasName: (name) => allNames.has(name),
  usageOf,
};

/** Returns the type of a Service if quotas count more than its number. Otherwise an empty text. */
function countedServiceType({ spec }: DeepReadonly<Service>): string {
  const { type = "" } = spec ?? {};
  return type === "NodePort" || type === "LoadBalancer" ? type : "";
}

function usageOf(object: SharedObject): Amounts {
  const service = object as DeepReadonly<Service>;
  const type = countedServiceType(service);
  return new Map([
    [names.count, one],
    [names.services, one],
    [names.loadBalancers, type === "LoadBalancer" ? one : none],
    [names.nodePorts, Quantity.of(nodePortCount(service, type))],
  ]);
}

/** Returns the number of node ports that the Service will have. They are not allocated yet. */
function nodePortCount({ spec }: DeepReadonly<Service>, type: string): number {
  const { ports, allocateLoadBalancerNodePorts } = spec ?? {};
  const all = ports ?? [];
  if (type === "") return 0;
  if (type === "LoadBalancer" && allocateLoadBalancerNodePorts === false)
    return all.filter(({ nodePort }) => nodePort).length;
  return all.length;
}

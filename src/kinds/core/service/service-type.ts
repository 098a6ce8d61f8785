/** What follows from the type of a Service. */
import type { Service, ServiceSpec } from "../../../api/index.ts";

/** The address of a Service that has none of its own. */
export const noAddress = "None";

/** The spec that every decoded Service has. */
export function specOf({ spec }: Service): ServiceSpec {
  return spec ?? {};
}

export function isHeadless({ clusterIPs = [] }: ServiceSpec): boolean {
  return clusterIPs.length === 1 && clusterIPs[0] === noAddress;
}

/** An alias has no addresses; everything else has at least a "None". */
export function needsClusterIp({ type }: ServiceSpec): boolean {
  return type !== "ExternalName";
}

/** Whether node ports make sense. */
export function usesNodePorts({ type }: ServiceSpec): boolean {
  return type === "NodePort" || type === "LoadBalancer";
}

/** Whether node ports are given to ports that ask for none. */
export function getsNodePorts(spec: ServiceSpec): boolean {
  return spec.type === "NodePort" || (spec.type === "LoadBalancer" && spec.allocateLoadBalancerNodePorts !== false);
}

/** Whether the load balancer asks nodes if they have Pods. */
export function needsHealthCheck({ type, externalTrafficPolicy }: ServiceSpec): boolean {
  return type === "LoadBalancer" && externalTrafficPolicy === "Local";
}

/** Whether traffic can come from outside of the cluster. */
export function isExternallyAccessible(spec: ServiceSpec): boolean {
  return usesNodePorts(spec) || (spec.type === "ClusterIP" && (spec.externalIPs ?? []).length > 0);
}

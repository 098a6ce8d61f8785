/** Properties of a Service that follow from its type. */
import type { Service, ServiceSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";

/** Value of `clusterIP` for a Service without an address. */
export const noAddress = "None";

/** Returns the spec. Every decoded Service has one. */
export function specOf(service: Service): ServiceSpec;
export function specOf(service: DeepReadonly<Service>): DeepReadonly<ServiceSpec>;
export function specOf({ spec }: DeepReadonly<Service>): DeepReadonly<ServiceSpec> {
  return spec ?? {};
}

/** Whether the Service has no cluster IP. */
export function isHeadless({ clusterIPs = [] }: DeepReadonly<ServiceSpec>): boolean {
  return clusterIPs.length === 1 && clusterIPs[0] === noAddress;
}

/** Whether the Service has cluster IPs, or `None`. All types but ExternalName do. */
export function needsClusterIp({ type }: DeepReadonly<ServiceSpec>): boolean {
  return type !== "ExternalName";
}

/** Whether the type can have node ports. */
export function usesNodePorts({ type }: DeepReadonly<ServiceSpec>): boolean {
  return type === "NodePort" || type === "LoadBalancer";
}

/** Whether the server allocates node ports for ports without one. */
export function getsNodePorts(spec: DeepReadonly<ServiceSpec>): boolean {
  return spec.type === "NodePort" || (spec.type === "LoadBalancer" && spec.allocateLoadBalancerNodePorts !== false);
}

/** Whether the load balancer checks if a node runs Pods of the Service. */
export function needsHealthCheck({ type, externalTrafficPolicy }: DeepReadonly<ServiceSpec>): boolean {
  return type === "LoadBalancer" && externalTrafficPolicy === "Local";
}

/** Whether the Service accepts traffic from outside of the cluster. */
export function isExternallyAccessible(spec: DeepReadonly<ServiceSpec>): boolean {
  return usesNodePorts(spec) || (spec.type === "ClusterIP" && (spec.externalIPs ?? []).length > 0);
}

/** Cluster IPs and node ports of a Service on updates. A client may leave out values that the server has allocated. */
import type { ServiceSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { equalJson } from "../../../base/json-tree.ts";
import { getsNodePorts, needsClusterIp, needsHealthCheck } from "./service-type.ts";

/** Copies `clusterIP` of a new Service to an empty `clusterIPs`. */
export function fillClusterIps(spec: ServiceSpec): void {
  if (spec.clusterIP && (spec.clusterIPs ?? []).length === 0) spec.clusterIPs = [spec.clusterIP];
}

/** Copies allocated values of the stored spec that the new spec leaves out. */
export function keepAllocated(spec: ServiceSpec, old: DeepReadonly<ServiceSpec>): void {
  if (needsClusterIp(old) && needsClusterIp(spec)) {
    if (!spec.clusterIP && old.clusterIP) spec.clusterIP = old.clusterIP;
    if ((spec.clusterIPs ?? []).length === 0 && old.clusterIPs) spec.clusterIPs = [...old.clusterIPs];
  }
  if (getsNodePorts(old) && getsNodePorts(spec)) keepNodePorts(spec, old);
  if (needsHealthCheck(old) && needsHealthCheck(spec) && !spec.healthCheckNodePort && old.healthCheckNodePort) {
    spec.healthCheckNodePort = old.healthCheckNodePort;
  }
}

/** Restores the node port of each port by the port's name, unless another port uses this node port. */
function keepNodePorts(spec: ServiceSpec, old: DeepReadonly<ServiceSpec>): void {
  const byName = new Map((old.ports ?? []).map(({ name = "", nodePort = 0 }) => [name, nodePort]));
  const oldPorts = new Set(byName.values());
  const taken = new Set((spec.ports ?? []).flatMap(({ nodePort = 0 }) => (oldPorts.has(nodePort) ? [nodePort] : [])));
  for (const port of spec.ports ?? []) {
    const before = byName.get(port.name ?? "") ?? 0;
    if (!port.nodePort && before !== 0 && !taken.has(before)) port.nodePort = before;
  }
}

/** Makes `clusterIP` and `clusterIPs` agree if a client has changed only one of them. */
export function matchClusterIps(spec: ServiceSpec, old: DeepReadonly<ServiceSpec>): void {
  const listKept = equalJson(spec.clusterIPs ?? [], old.clusterIPs ?? []);
  const address = spec.clusterIP ?? "";
  const oldAddress = old.clusterIP ?? "";
  if (address === oldAddress) {
    if ((spec.clusterIPs ?? []).length === 0 && old.clusterIPs) spec.clusterIPs = [...old.clusterIPs];
  } else if (listKept) {
    if (address === "") delete spec.clusterIPs;
    else spec.clusterIPs = [address];
  }
}

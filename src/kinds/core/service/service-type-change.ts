/**
 * Changes of a Service's type. Fields that the new type does not use are removed if the client has not changed them. If
 * the client has, validation rejects them.
 */
import type { Service, ServiceSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { equalJson } from "../../../base/json-tree.ts";
import { isExternallyAccessible, needsClusterIp, needsHealthCheck, specOf, usesNodePorts } from "./service-type.ts";

type SpecField = keyof ServiceSpec;

interface Dependency {
  readonly isUsed: (spec: DeepReadonly<ServiceSpec>) => boolean;
  readonly fields: readonly SpecField[];
}

const dependencies: readonly Dependency[] = [
  { isUsed: needsClusterIp, fields: ["ipFamilies", "ipFamilyPolicy"] },
  { isUsed: needsHealthCheck, fields: ["healthCheckNodePort"] },
  { isUsed: isLoadBalancer, fields: ["allocateLoadBalancerNodePorts", "loadBalancerClass"] },
  { isUsed: isExternallyAccessible, fields: ["externalTrafficPolicy"] },
];

function isLoadBalancer({ type }: DeepReadonly<ServiceSpec>): boolean {
  return type === "LoadBalancer";
}

/** Removes the fields that the new type does not use. Changes `service`. */
export function dropUnusedFields(service: Service, oldService: DeepReadonly<Service>): void {
  const [spec, old] = [specOf(service), specOf(oldService)];
  const ends = (isUsed: Dependency["isUsed"]): boolean => isUsed(old) && !isUsed(spec);
  const unchanged = (field: SpecField): boolean => equalJson(spec[field] ?? null, old[field] ?? null);
  // `clusterIP` and `clusterIPs` are removed together.
  if (ends(needsClusterIp) && unchanged("clusterIP") && unchanged("clusterIPs")) {
    delete spec.clusterIP;
    delete spec.clusterIPs;
  }
  const dropped = dependencies.filter(({ isUsed }) => ends(isUsed)).flatMap(({ fields }) => fields);
  // Collected before the first removal, because removals change which fields are used.
  const unused = dropped.filter(unchanged);
  if (ends(usesNodePorts)) dropNodePorts(spec, old);
  for (const field of unused) delete spec[field];
  if (!isLoadBalancer(spec) && service.status) service.status.loadBalancer = {};
}

/** Removes all node ports if the new spec contains no new node port. */
function dropNodePorts(spec: ServiceSpec, old: DeepReadonly<ServiceSpec>): void {
  const known = new Set((old.ports ?? []).map(({ nodePort = 0 }) => nodePort).concat(0));
  const ports = spec.ports ?? [];
  if (!ports.every(({ nodePort = 0 }) => known.has(nodePort))) return;
  for (const port of ports) delete port.nodePort;
}

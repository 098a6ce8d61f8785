/**
 * What a change of type takes along: fields that the new type has no use for are dropped, as long as the client has not
 * changed them as well; then they are left for validation to refuse.
 */
import type { Service, ServiceSpec } from "../../../api/index.ts";
import { equalJson } from "../../../base/json-tree.ts";
import { isExternallyAccessible, needsClusterIp, needsHealthCheck, specOf, usesNodePorts } from "./service-type.ts";

type SpecField = keyof ServiceSpec;

interface Dependency {
  readonly isUsed: (spec: ServiceSpec) => boolean;
  readonly fields: readonly SpecField[];
}

const dependencies: readonly Dependency[] = [
  { isUsed: needsClusterIp, fields: ["ipFamilies", "ipFamilyPolicy"] },
  { isUsed: needsHealthCheck, fields: ["healthCheckNodePort"] },
  { isUsed: isLoadBalancer, fields: ["allocateLoadBalancerNodePorts", "loadBalancerClass"] },
  { isUsed: isExternallyAccessible, fields: ["externalTrafficPolicy"] },
];

function isLoadBalancer({ type }: ServiceSpec): boolean {
  return type === "LoadBalancer";
}

/** Changes `service`. */
export function dropUnusedFields(service: Service, oldService: Service): void {
  const [spec, old] = [specOf(service), specOf(oldService)];
  const ends = (isUsed: (spec: ServiceSpec) => boolean): boolean => isUsed(old) && !isUsed(spec);
  const unchanged = (field: SpecField): boolean => equalJson(spec[field] ?? null, old[field] ?? null);
  // The two names of the address go together.
  if (ends(needsClusterIp) && unchanged("clusterIP") && unchanged("clusterIPs")) {
    delete spec.clusterIP;
    delete spec.clusterIPs;
  }
  const dropped = dependencies.filter(({ isUsed }) => ends(isUsed)).flatMap(({ fields }) => fields);
  // What is used is decided before anything is dropped.
  const unused = dropped.filter(unchanged);
  if (ends(usesNodePorts)) dropNodePorts(spec, old);
  for (const field of unused) delete spec[field];
  if (!isLoadBalancer(spec) && service.status) service.status.loadBalancer = {};
}

/** Ports may come and go, as long as no node port is new. */
function dropNodePorts(spec: ServiceSpec, old: ServiceSpec): void {
  const known = new Set((old.ports ?? []).map(({ nodePort = 0 }) => nodePort).concat(0));
  const ports = spec.ports ?? [];
  if (!ports.every(({ nodePort = 0 }) => known.has(nodePort))) return;
  for (const port of ports) delete port.nodePort;
}

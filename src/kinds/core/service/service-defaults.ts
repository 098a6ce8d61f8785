/** Defaults of a Service that depend on its type. */
import type { Service, ServiceSpec } from "../../../api/index.ts";
import { isExternallyAccessible, specOf } from "./service-type.ts";

const affinitySeconds = 10_800;

/** Fills in the defaults of a Service. Changes `service`. */
export function fillService(service: Service): void {
  const spec = specOf(service);
  fillAffinity(spec);
  for (const port of spec.ports ?? []) port.targetPort ||= port.port;
  if (isExternallyAccessible(spec)) spec.externalTrafficPolicy ||= "Cluster";
  if (spec.type !== "ExternalName") spec.internalTrafficPolicy ??= "Cluster";
  if (spec.type !== "LoadBalancer") return;
  spec.allocateLoadBalancerNodePorts ??= true;
  for (const ingress of service.status?.loadBalancer?.ingress ?? []) {
    if (ingress.ip) ingress.ipMode ??= "VIP";
  }
}

/** Sets the configuration of the session affinity. Replaces a configuration without a timeout. */
function fillAffinity(spec: ServiceSpec): void {
  if (spec.sessionAffinity === "None") {
    delete spec.sessionAffinityConfig;
  } else if (spec.sessionAffinity === "ClientIP") {
    const timeoutSeconds = spec.sessionAffinityConfig?.clientIP?.timeoutSeconds;
    if (timeoutSeconds === undefined) spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: affinitySeconds } };
  }
}

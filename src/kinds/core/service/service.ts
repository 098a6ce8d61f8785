import { endpoints, type Service } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { type FieldError, forbiddenField } from "../../../meta/field-error.ts";
import { hasCode } from "../../../meta/status-error.ts";
import type { KindHooks, ObjectAccess } from "../../../schema/index.ts";
import { balancerClassChangeErrors } from "./balancer-class-rules.ts";
import { loadBalancerStatusErrors } from "./load-balancer-status.ts";
import { addressChangeErrors } from "./service-address-rules.ts";
import { fillClusterIps, keepAllocated, matchClusterIps } from "./service-addresses.ts";
import { serviceClaims } from "./service-claims.ts";
import { serviceColumns } from "./service-columns.ts";
import { connectServiceProxy } from "./service-connections.ts";
import { needsHealthCheck, specOf } from "./service-type.ts";
import { dropUnusedFields } from "./service-type-change.ts";
import { serviceWarnings } from "./service-warnings.ts";

/** Hooks of Services: cluster IPs, changes of type, claims, warnings, columns, proxy. */
export const serviceHooks: KindHooks<Service> = {
  prepareForCreate: (service, { takesClaims }) => {
    // A Service that a write to its status creates keeps its addresses as the client sent them.
    if (takesClaims !== false) fillClusterIps(specOf(service));
    dropInternalPolicy(service);
  },
  prepareForUpdate: (service, old, _, subresource) => {
    if (subresource === "status") return;
    keepAllocated(specOf(service), specOf(old));
    matchClusterIps(specOf(service), specOf(old));
    dropUnusedFields(service, old);
    dropInternalPolicy(service);
  },
  claims: serviceClaims,
  validateUpdate: (service, old, _, subresource) => {
    if (subresource === "status") return loadBalancerStatusErrors(service);
    return [...addressChangeErrors(specOf(service), specOf(old)), ...balancerChangeErrors(service, old)];
  },
  nameFormat: "dns1035Label",
  warnings: (service, _, { vocabulary }) => serviceWarnings(service, vocabulary),
  afterRemoval: deleteEndpoints,
  columns: serviceColumns,
  connected: { proxy: connectServiceProxy },
};

/** Deletes the Endpoints of a Service, so that a later Service of the same name does not lead to its addresses. */
async function deleteEndpoints({ metadata }: Service, objects: ObjectAccess): Promise<void> {
  const { namespace = "", name = "" } = metadata;
  try {
    await objects.delete(endpoints, { namespace, name, dryRun: false });
  } catch (error) {
    if (!hasCode(error, 404)) throw error;
  }
}

function balancerChangeErrors(service: Service, oldService: DeepReadonly<Service>): FieldError[] {
  const [spec, old] = [specOf(service), specOf(oldService)];
  const areChecked = needsHealthCheck(spec) && needsHealthCheck(old);
  const isPortChanged = areChecked && (spec.healthCheckNodePort ?? 0) !== (old.healthCheckNodePort ?? 0);
  return [
    // Updates report the class here and again with the rules of all Services, as in the reference.
    ...balancerClassChangeErrors(spec, old),
    ...(isPortChanged ? [forbiddenField("spec.healthCheckNodePort", "field is immutable")] : []),
  ];
}

/**
 * Removes the policy for traffic inside the cluster from a Service of type ExternalName. An invalid policy is kept, so
 * that validation rejects it.
 */
function dropInternalPolicy(service: Service): void {
  const spec = specOf(service);
  const { type, internalTrafficPolicy: policy = "" } = spec;
  if (type === "ExternalName" && ["Cluster", "Local"].includes(policy)) delete spec.internalTrafficPolicy;
}

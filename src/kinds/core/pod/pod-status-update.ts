/** Rules of updates to a Pod's status. */
import type { Pod, PodSpec, PodStatus } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { duplicateField, type FieldError, invalidField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { immutableField } from "../../meta/immutable-field.ts";
import { repeatIndexes } from "../../repeats.ts";
import { healthErrors, revivalErrors, userErrors } from "../container/container-status-update.ts";
import { hostAddressErrors, podAddressErrors } from "./pod-addresses.ts";

/** Condition types that the cluster itself sets, whose names are not checked. */
const ownConditions = ["PodScheduled", "Ready", "Initialized"];

/** Returns the errors of an update of a Pod's status. */
export function podStatusUpdateErrors(
  { status = {} }: Pod,
  { status: old = {}, spec = emptySpec }: DeepReadonly<Pod>,
): FieldError[] {
  return [
    ...conditionErrors(status),
    ...nominationErrors(status, old),
    ...immutableField({ path: "status.qosClass", value: status.qosClass ?? "", old: old.qosClass ?? "" }),
    ...revivalErrors(status, old, spec),
    ...claimErrors(status, spec),
    ...podAddressErrors(status),
    ...hostAddressErrors(status),
    ...userErrors(status, spec),
    ...healthErrors(status, spec),
  ];
}

const emptySpec: PodSpec = { containers: [] };

/** The reference reports the errors with this path, although conditions are in the status. */
function conditionErrors({ conditions = [] }: PodStatus): FieldError[] {
  return conditions.flatMap(({ type }, index) => {
    if (ownConditions.includes(type)) return [];
    const path = `metadata.conditions[${index}].Type`;
    return checkFormat("qualifiedName", type).map((message) => invalidField(path, type, message));
  });
}

function nominationErrors({ nominatedNodeName: now }: PodStatus, old: DeepReadonly<PodStatus>): FieldError[] {
  if (!now || now === old.nominatedNodeName) return [];
  const messages = checkFormat("dns1123Subdomain", now);
  return messages.map((message) => invalidField("status.nominatedNodeName", now, message));
}

/** The reference reports an invalid claim name with the path of the entry's own name. */
function claimErrors(
  { resourceClaimStatuses = [] }: PodStatus,
  { resourceClaims = [] }: DeepReadonly<PodSpec>,
): FieldError[] {
  const known = new Set(resourceClaims.map(({ name }) => name));
  const repeats = repeatIndexes(resourceClaimStatuses.map(({ name }) => name));
  const unknown = "must match the name of an entry in `spec.resourceClaims`";
  return resourceClaimStatuses.flatMap(({ name, resourceClaimName: claim }, index) => {
    const path = `status.resourceClaimStatuses[${index}].name`;
    const messages = claim === undefined ? [] : checkFormat("dns1123Subdomain", claim);
    return [
      ...(known.has(name) ? [] : [invalidField(path, name, unknown)]),
      ...(repeats.has(index) ? [duplicateField(path, name)] : []),
      ...messages.map((message) => invalidField(path, claim, message)),
    ];
  });
}

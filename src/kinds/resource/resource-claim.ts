import type { ResourceClaim } from "../../api/index.ts";
import { equalJson } from "../../base/json-tree.ts";
import { type FieldError, forbiddenField } from "../../meta/field-error.ts";
import type { Column, KindHooks } from "../../schema/index.ts";
import { ageColumn, column, isTerminating, nameColumn } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { dropDeviceStatus } from "./device-status.ts";

const resourceClaimColumns: readonly Column<ResourceClaim>[] = [
  nameColumn,
  column("State", "Whether devices have been given, and whether they are in use.", stateText),
  ageColumn,
];

function stateText(claim: ResourceClaim): string {
  const { allocation, reservedFor = [] } = claim.status ?? {};
  const isDeleted = isTerminating(claim);
  return [
    ...(isDeleted ? ["deleted"] : []),
    ...(allocation ? ["allocated"] : isDeleted ? [] : ["pending"]),
    ...(allocation && reservedFor.length > 0 ? ["reserved"] : []),
  ].join(",");
}

export const resourceClaimHooks: KindHooks<ResourceClaim> = {
  prepareForUpdate: (claim, old, _, subresource) => {
    if (subresource === "status") dropDeviceStatus(claim, old);
  },
  validateUpdate: (claim, old, _, subresource) =>
    subresource === "status"
      ? statusErrors(claim, old)
      : immutableField({ path: "spec", value: claim.spec, old: old.spec }),
  nameFormat: "dns1123Subdomain",
  columns: resourceClaimColumns,
};

/** What was given can be taken back, not exchanged; and nobody begins to use what is about to go. */
function statusErrors(claim: ResourceClaim, old: ResourceClaim): FieldError[] {
  const { allocation, reservedFor = [] } = claim.status ?? {};
  const { allocation: given, reservedFor: users = [] } = old.status ?? {};
  const errors: FieldError[] = [];
  const isUser = (one: unknown): boolean => users.some((user) => equalJson(user, one));
  if (allocation && isTerminating(claim) && !reservedFor.every(isUser)) {
    const why = "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set";
    errors.push(forbiddenField("status.reservedFor", why));
  }
  if (allocation && given) {
    errors.push(...immutableField({ path: "status.allocation", value: allocation, old: given }));
  }
  return errors;
}

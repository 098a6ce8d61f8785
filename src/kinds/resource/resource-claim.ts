import type { ResourceClaim } from "../../api/index.ts";
import type { Column, KindHooks } from "../../schema/index.ts";
import { ageColumn, column, isTerminating, nameColumn } from "../columns.ts";
import { loadEngine } from "../expressions/load-engine.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { claimSpecErrors } from "./claim-rules.ts";
import { claimStatusErrors } from "./claim-status-rules.ts";
import { dropDeviceStatus } from "./device-status.ts";

const resourceClaimColumns: readonly Column<ResourceClaim>[] = [
  nameColumn,
  column("State", "Whether devices are allocated, and whether they are reserved.", stateText),
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

/** Hooks of ResourceClaims: immutable spec, status changes, columns. */
export const resourceClaimHooks: KindHooks<ResourceClaim> = {
  load: loadEngine,
  prepareForUpdate: (claim, old, _, subresource) => {
    if (subresource === "status") dropDeviceStatus(claim, old);
  },
  validateCreate: ({ spec }, write) => claimSpecErrors(spec, { path: "spec", isStored: false, write }),
  validateUpdate: (claim, old, write, subresource) =>
    subresource === "status"
      ? claimStatusErrors(claim, old)
      : [
          ...immutableField({ path: "spec", value: claim.spec, old: old.spec }),
          ...claimSpecErrors(claim.spec, { path: "spec", isStored: true, write }),
        ],
  nameFormat: "dns1123Subdomain",
  columns: resourceClaimColumns,
};

import type { ServiceCIDR } from "../../api/index.ts";
import type { Column, KindHooks } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { goTextList } from "../meta/go-values.ts";
import { immutableField } from "../meta/immutable-field.ts";

const serviceCIDRColumns: readonly Column<ServiceCIDR>[] = [
  nameColumn,
  column("CIDRs", "The ranges of addresses.", ({ spec }) => (spec?.cidrs ?? []).join(",")),
  ageColumn,
];

export const serviceCIDRHooks: KindHooks<ServiceCIDR> = {
  validateUpdate: ({ spec }, old, _, subresource) => {
    if (subresource === "status") return [];
    const value = spec?.cidrs;
    return immutableField({ path: "spec.cidrs", value, old: old.spec?.cidrs, shown: goTextList(value) });
  },
  nameFormat: "dns1123Subdomain",
  columns: serviceCIDRColumns,
};

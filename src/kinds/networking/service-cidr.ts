import type { ServiceCIDR } from "../../api/index.ts";
import { type ServiceCIDRSpec, serviceCIDRSpec } from "../../api/networking/v1beta1/service-cidr.ts";
import { invalidField, requiredField } from "../../meta/field-error.ts";
import { GoText } from "../../meta/go-quote.ts";
import { asIpv4, parseCidr } from "../../meta/ip/ip-address.ts";
import { type Column, type KindHooks, type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { goTextList } from "../meta/go-values.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { at } from "../reporting.ts";

const serviceCIDRColumns: readonly Column<ServiceCIDR>[] = [
  nameColumn,
  column("CIDRs", "The ranges of addresses.", ({ spec }) => (spec?.cidrs ?? []).join(",")),
  ageColumn,
];

/** Hooks of ServiceCIDRs. */
export const serviceCIDRHooks: KindHooks<ServiceCIDR> = {
  validateUpdate: ({ spec }, old, _, subresource) => {
    if (subresource === "status") return [];
    const value = spec?.cidrs;
    return immutableField({ path: "spec.cidrs", value, old: old.spec?.cidrs, shown: goTextList(value) });
  },
  nameFormat: "dns1123Subdomain",
  columns: serviceCIDRColumns,
};

/** Rules of ServiceCIDRs. The ranges are validated only if their number is valid. */
export const serviceCIDRRules: readonly RuleEntry[] = [
  rulesFor(serviceCIDRSpec, {
    validate: reportCount,
    skipped: ({ cidrs = [] }) => (countFault(cidrs) === undefined ? [] : ["cidrs"]),
  }),
];

function reportCount({ cidrs = [] }: ServiceCIDRSpec, context: ValidationContext): void {
  const path = at(context, "cidrs");
  const shown = new GoText(`networking.ServiceCIDRSpec{CIDRs:${goTextList(cidrs).text}}`);
  const fault = countFault(cidrs);
  if (cidrs.length === 0) context.report(requiredField(path, "at least one CIDR required"));
  if (fault !== undefined) context.report(invalidField(path, shown, fault));
}

function countFault(cidrs: readonly string[]): string | undefined {
  if (cidrs.length > 2) return "may only hold up to 2 values";
  if (cidrs.length < 2 || isOfBothFamilies(cidrs)) return undefined;
  return "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64";
}

function isOfBothFamilies(cidrs: readonly string[]): boolean {
  const ranges = cidrs.map(parseCidr);
  const families = new Set(ranges.map((range) => range && asIpv4(range.address) !== undefined));
  return families.has(true) && families.has(false);
}

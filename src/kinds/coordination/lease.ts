import { type Lease, type LeaseSpec, leaseSpec } from "../../api/coordination/v1/lease.ts";
import { forbiddenField, invalidField } from "../../meta/field-error.ts";
import { type KindHooks, type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { at } from "../reporting.ts";
import { leaseColumns } from "./lease-columns.ts";
import { reportStrategy } from "./lease-strategy.ts";

/** Hooks of Leases: name format, columns. */
export const leaseHooks: KindHooks<Lease> = {
  nameFormat: "dns1123Subdomain",
  columns: leaseColumns,
};

/** Validation of Leases: duration, strategy, preferred holder. */
export const leaseRules: readonly RuleEntry[] = [rulesFor(leaseSpec, { validate: reportLease })];

function reportLease(spec: LeaseSpec, context: ValidationContext): void {
  const { leaseDurationSeconds: duration, strategy, preferredHolder } = spec;
  if (duration !== undefined && duration <= 0) {
    context.report(invalidField(at(context, "leaseDurationSeconds"), duration, "must be greater than 0"));
  }
  if (strategy !== undefined) reportStrategy(strategy, context);
  if (preferredHolder && !strategy) {
    const why = "may only be specified if `strategy` is defined";
    context.report(forbiddenField(at(context, "preferredHolder"), why));
  }
}

import type { Ingress } from "../../api/index.ts";
import { type IngressLoadBalancerIngress, ingressLoadBalancerIngress } from "../../api/networking/v1/ingress-status.ts";
import { parseIp } from "../../meta/ip-address.ts";
import { type KindHooks, type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { at, reportFormat } from "../reporting.ts";
import { ingressColumns } from "./ingress-columns.ts";
import { classErrors, notAnAddress } from "./ingress-rules.ts";

export const ingressHooks: KindHooks<Ingress> = {
  validateCreate: classErrors,
  nameFormat: "dns1123Subdomain",
  columns: ingressColumns,
};

export const ingressStatusRules: readonly RuleEntry[] = [
  rulesFor(ingressLoadBalancerIngress, { validate: reportAddress }),
];

function reportAddress({ ip = "", hostname = "" }: IngressLoadBalancerIngress, context: ValidationContext): void {
  if (ip !== "") reportFormat(context, "ip", "ip", ip);
  if (hostname === "") return;
  reportFormat(context, "hostname", "dns1123Subdomain", hostname);
  if (parseIp(hostname)) context.report(notAnAddress(at(context, "hostname"), hostname));
}

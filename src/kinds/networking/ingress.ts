import { ingressClassAnnotation } from "../../api/class-annotations.ts";
import type { Ingress } from "../../api/index.ts";
import { type IngressLoadBalancerIngress, ingressLoadBalancerIngress } from "../../api/networking/v1/ingress-status.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { parseIp } from "../../meta/ip/ip-address.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { type KindHooks, type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { at, reportFormat } from "../reporting.ts";
import { ingressColumns } from "./ingress-columns.ts";
import { classErrors, notAnAddress } from "./ingress-rules.ts";

/** Hooks of Ingresses. */
export const ingressHooks: KindHooks<Ingress> = {
  validateCreate: classErrors,
  nameFormat: "dns1123Subdomain",
  warnings: (ingress, old, { vocabulary }) => (old ? [] : annotatedClassWarnings(ingress, vocabulary)),
  columns: ingressColumns,
};

function annotatedClassWarnings({ metadata, spec }: DeepReadonly<Ingress>, vocabulary: Vocabulary): string[] {
  const key = vocabulary.bind(ingressClassAnnotation);
  if (metadata.annotations?.[key] === undefined || spec?.ingressClassName !== undefined) return [];
  return [`annotation ${goQuote(key)} is deprecated, please use 'spec.ingressClassName' instead`];
}

/** Rules of Ingress statuses. */
export const ingressStatusRules: readonly RuleEntry[] = [
  rulesFor(ingressLoadBalancerIngress, { validate: reportAddress }),
];

function reportAddress({ ip = "", hostname = "" }: IngressLoadBalancerIngress, context: ValidationContext): void {
  if (ip !== "") reportFormat(context, "ip", "ip", ip);
  if (hostname === "") return;
  reportFormat(context, "hostname", "dns1123Subdomain", hostname);
  if (parseIp(hostname)) context.report(notAnAddress(at(context, "hostname"), hostname));
}

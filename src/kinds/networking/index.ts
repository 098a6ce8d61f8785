/** The hooks of the kinds of this group, and the rules of its structs. */
import { ingress, ingressClass, ipAddress, networkPolicy, serviceCIDR } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { ingressHooks } from "./ingress.ts";
import { ingressClassHooks } from "./ingress-class.ts";
import { ipAddressHooks } from "./ip-address.ts";
import { networkPolicyHooks, networkPolicyRules } from "./network-policy.ts";
import { serviceCIDRHooks } from "./service-cidr.ts";

export const networkingHooks: readonly HookEntry[] = [
  hooksOf(ingress, ingressHooks),
  hooksOf(ingressClass, ingressClassHooks),
  hooksOf(ipAddress, ipAddressHooks),
  hooksOf(networkPolicy, networkPolicyHooks),
  hooksOf(serviceCIDR, serviceCIDRHooks),
];

export const networkingRules: readonly RuleEntry[] = [...networkPolicyRules];

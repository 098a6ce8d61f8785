/** Hooks and rules of the kinds in this group. */
import { ingress, ingressClass, ipAddress, networkPolicy, serviceCIDR } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { ingressHooks, ingressStatusRules } from "./ingress.ts";
import { ingressBackendRules } from "./ingress-backend-rules.ts";
import { ingressClassHooks, ingressClassRules } from "./ingress-class.ts";
import { ingressRules } from "./ingress-rules.ts";
import { ipAddressHooks, ipAddressRules } from "./ip-address.ts";
import { networkPolicyHooks } from "./network-policy.ts";
import { networkPolicyRules } from "./network-policy-rules.ts";
import { serviceCIDRHooks, serviceCIDRRules } from "./service-cidr.ts";

/** Hooks of all kinds in this group. */
export const networkingHooks: readonly HookEntry[] = [
  hooksOf(ingress, ingressHooks),
  hooksOf(ingressClass, ingressClassHooks),
  hooksOf(ipAddress, ipAddressHooks),
  hooksOf(networkPolicy, networkPolicyHooks),
  hooksOf(serviceCIDR, serviceCIDRHooks),
];

/** Rules of all types in this group. */
export const networkingRules: readonly RuleEntry[] = [
  ...ingressBackendRules,
  ...ingressClassRules,
  ...ingressRules,
  ...ingressStatusRules,
  ...ipAddressRules,
  ...networkPolicyRules,
  ...serviceCIDRRules,
];

/** The kinds of this group that have a resource of their own, in the order in which discovery lists them. */
import type { KindDeclaration } from "../../schema/index.ts";
import { ingress } from "./v1/ingress.ts";
import { ingressClass } from "./v1/ingress-class.ts";
import { networkPolicy } from "./v1/network-policy.ts";
import { ipAddress } from "./v1beta1/ip-address.ts";
import { serviceCIDR } from "./v1beta1/service-cidr.ts";

export const networkingKinds: readonly KindDeclaration[] = [
  ingressClass,
  ingress,
  networkPolicy,
  ipAddress,
  serviceCIDR,
];

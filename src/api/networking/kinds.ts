import type { KindDeclaration } from "../../schema/index.ts";
import { ingress } from "./v1/ingress.ts";
import { ingressClass } from "./v1/ingress-class.ts";
import { networkPolicy } from "./v1/network-policy.ts";
import { ipAddress } from "./v1beta1/ip-address.ts";
import { serviceCIDR } from "./v1beta1/service-cidr.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const networkingKinds: readonly KindDeclaration[] = [
  ingressClass,
  ingress,
  networkPolicy,
  ipAddress,
  serviceCIDR,
];

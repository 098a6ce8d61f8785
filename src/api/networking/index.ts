/** The types and kinds of this group. */
export {
  type HTTPIngressPath,
  type HTTPIngressRuleValue,
  type Ingress,
  type IngressRule,
  type IngressSpec,
  type IngressTLS,
  ingress,
} from "./v1/ingress.ts";
export type { IngressBackend, IngressServiceBackend, ServiceBackendPort } from "./v1/ingress-backend.ts";
export {
  type IngressClass,
  type IngressClassParametersReference,
  type IngressClassSpec,
  ingressClass,
} from "./v1/ingress-class.ts";
export type {
  IngressLoadBalancerIngress,
  IngressLoadBalancerStatus,
  IngressPortStatus,
  IngressStatus,
} from "./v1/ingress-status.ts";
export {
  type IPBlock,
  type NetworkPolicy,
  type NetworkPolicyEgressRule,
  type NetworkPolicyIngressRule,
  type NetworkPolicyPeer,
  type NetworkPolicyPort,
  type NetworkPolicySpec,
  networkPolicy,
} from "./v1/network-policy.ts";
export { type IPAddress, type IPAddressSpec, ipAddress, type ParentReference } from "./v1beta1/ip-address.ts";
export {
  type ServiceCIDR,
  type ServiceCIDRSpec,
  type ServiceCIDRStatus,
  serviceCIDR,
} from "./v1beta1/service-cidr.ts";

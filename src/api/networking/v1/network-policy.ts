import { group } from "../../../meta/vocabulary.ts";
import {
  enumText,
  type FieldsOf,
  int32,
  intOrString,
  type KindDeclaration,
  list,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";

const ipBlockFields = {
  cidr: required(text, 1, "Address range in CIDR form, such as 192.168.1.0/24 or 2001:db8::/64.", { nonEmpty: true }),
  except: optional(list(text, { type: "atomic" }), 2, "Ranges in cidr that are excluded."),
};

export interface IPBlock extends FieldsOf<typeof ipBlockFields> {}

export const ipBlock: StructSchema<IPBlock> = struct(
  "networking/v1.IPBlock",
  "Range of addresses with exceptions.",
  ipBlockFields,
);

const networkPolicyPeerFields = {
  podSelector: pointer(
    labelSelector,
    1,
    "Selector for Pods, in the namespaces of namespaceSelector, or else in the policy's own namespace.",
  ),
  namespaceSelector: pointer(labelSelector, 2, "Selector for namespaces. An empty selector selects all."),
  ipBlock: pointer(ipBlock, 3, "Range of addresses. Mutually exclusive with the selectors."),
};

export interface NetworkPolicyPeer extends FieldsOf<typeof networkPolicyPeerFields> {}

export const networkPolicyPeer: StructSchema<NetworkPolicyPeer> = struct(
  "networking/v1.NetworkPolicyPeer",
  "Peer of allowed traffic.",
  networkPolicyPeerFields,
);

const networkPolicyPortFields = {
  protocol: pointer(enumText("v1.Protocol", ["TCP", "UDP", "SCTP"]), 1, "Transport protocol. Default: TCP.", {
    default: "TCP",
  }),
  port: pointer(intOrString, 2, "Port number, or name of a port of the Pods. Unset means all ports."),
  endPort: pointer(int32, 3, "Last port of a range that starts with port, which must be a number then."),
};

export interface NetworkPolicyPort extends FieldsOf<typeof networkPolicyPortFields> {}

export const networkPolicyPort: StructSchema<NetworkPolicyPort> = struct(
  "networking/v1.NetworkPolicyPort",
  "Port, or range of ports.",
  networkPolicyPortFields,
);

const networkPolicyIngressRuleFields = {
  ports: optional(list(networkPolicyPort, { type: "atomic" }), 1, "Allowed ports. Empty means all."),
  from: optional(list(networkPolicyPeer, { type: "atomic" }), 2, "Allowed senders. Empty means all."),
};

export interface NetworkPolicyIngressRule extends FieldsOf<typeof networkPolicyIngressRuleFields> {}

export const networkPolicyIngressRule: StructSchema<NetworkPolicyIngressRule> = struct(
  "networking/v1.NetworkPolicyIngressRule",
  "Allowed incoming traffic. Both the port and the sender must match.",
  networkPolicyIngressRuleFields,
);

const networkPolicyEgressRuleFields = {
  ports: optional(list(networkPolicyPort, { type: "atomic" }), 1, "Allowed ports. Empty means all."),
  to: optional(list(networkPolicyPeer, { type: "atomic" }), 2, "Allowed receivers. Empty means all."),
};

export interface NetworkPolicyEgressRule extends FieldsOf<typeof networkPolicyEgressRuleFields> {}

export const networkPolicyEgressRule: StructSchema<NetworkPolicyEgressRule> = struct(
  "networking/v1.NetworkPolicyEgressRule",
  "Allowed outgoing traffic. Both the port and the receiver must match.",
  networkPolicyEgressRuleFields,
);

const networkPolicySpecFields = {
  podSelector: required(
    labelSelector,
    1,
    "Selector for the Pods of the policy. An empty selector selects all. If several policies select a Pod, their rules add up.",
  ),
  ingress: optional(
    list(networkPolicyIngressRule, { type: "atomic" }),
    2,
    "Allowed incoming traffic. Empty means none, unless another policy allows it.",
  ),
  egress: optional(
    list(networkPolicyEgressRule, { type: "atomic" }),
    3,
    "Allowed outgoing traffic. Empty means none, if policyTypes contains Egress.",
  ),
  policyTypes: optional(
    list(enumText("v1.PolicyType", ["Ingress", "Egress"]), { type: "atomic" }),
    4,
    "Directions that the policy restricts: Ingress, Egress or both. Default: Ingress, and Egress if there are egress rules.",
  ),
};

export interface NetworkPolicySpec extends FieldsOf<typeof networkPolicySpecFields> {}

export const networkPolicySpec: StructSchema<NetworkPolicySpec> = struct(
  "networking/v1.NetworkPolicySpec",
  "Selected Pods, and their allowed traffic.",
  networkPolicySpecFields,
);

const networkPolicyFields = {
  spec: optional(networkPolicySpec, 2, "Desired state of the policy."),
};

export interface NetworkPolicy extends ObjectOf<typeof networkPolicyFields> {}

export const networkPolicy: KindDeclaration<NetworkPolicy> = kind({
  group: group("networking"),
  version: "v1",
  kind: "NetworkPolicy",
  package: "networking",
  plural: "networkpolicies",
  shortNames: ["netpol"],
  scope: "Namespaced",
  rules: {
    updateChecks: { update: ["create", "schema", "change", "schema", "hook"] },
    generation: ["spec"],
    emptyRaisesGeneration: true,
  },
  doc: "Restriction of the network traffic of a set of Pods.",
  fields: networkPolicyFields,
});

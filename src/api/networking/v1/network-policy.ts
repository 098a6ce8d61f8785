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
  cidr: required(text, 1, "Address range in CIDR form: 192.168.1.0/24, 2001:db8::/64.", { nonEmpty: true }),
  except: optional(list(text, { type: "atomic" }), 2, "Ranges within cidr that are left out."),
};

export interface IPBlock extends FieldsOf<typeof ipBlockFields> {}

export const ipBlock: StructSchema<IPBlock> = struct(
  "networking/v1.IPBlock",
  "A range of addresses with holes.",
  ipBlockFields,
);

const networkPolicyPeerFields = {
  podSelector: pointer(
    labelSelector,
    1,
    "Selects Pods: in the namespaces of namespaceSelector, or in the policy's own namespace without one.",
  ),
  namespaceSelector: pointer(labelSelector, 2, "Selects namespaces; an empty selector takes all."),
  ipBlock: pointer(ipBlock, 3, "A range of addresses. Excludes the selectors."),
};

export interface NetworkPolicyPeer extends FieldsOf<typeof networkPolicyPeerFields> {}

export const networkPolicyPeer: StructSchema<NetworkPolicyPeer> = struct(
  "networking/v1.NetworkPolicyPeer",
  "Whom traffic may come from or go to.",
  networkPolicyPeerFields,
);

const networkPolicyPortFields = {
  protocol: pointer(enumText("v1.Protocol", ["TCP", "UDP", "SCTP"]), 1, "Transport protocol. Default: TCP.", {
    default: "TCP",
  }),
  port: pointer(intOrString, 2, "Port number, or name of a port of the Pods. Unset: all ports."),
  endPort: pointer(int32, 3, "Last of a range of ports that starts with port, which must be a number then."),
};

export interface NetworkPolicyPort extends FieldsOf<typeof networkPolicyPortFields> {}

export const networkPolicyPort: StructSchema<NetworkPolicyPort> = struct(
  "networking/v1.NetworkPolicyPort",
  "A port, or a range of ports.",
  networkPolicyPortFields,
);

const networkPolicyIngressRuleFields = {
  ports: optional(list(networkPolicyPort, { type: "atomic" }), 1, "Ports that may be reached; empty means all."),
  from: optional(list(networkPolicyPeer, { type: "atomic" }), 2, "Whom traffic may come from; empty means anybody."),
};

export interface NetworkPolicyIngressRule extends FieldsOf<typeof networkPolicyIngressRuleFields> {}

export const networkPolicyIngressRule: StructSchema<NetworkPolicyIngressRule> = struct(
  "networking/v1.NetworkPolicyIngressRule",
  "Incoming traffic that is let through: both the port and the sender must match.",
  networkPolicyIngressRuleFields,
);

const networkPolicyEgressRuleFields = {
  ports: optional(list(networkPolicyPort, { type: "atomic" }), 1, "Ports that may be reached; empty means all."),
  to: optional(list(networkPolicyPeer, { type: "atomic" }), 2, "Whom traffic may go to; empty means anybody."),
};

export interface NetworkPolicyEgressRule extends FieldsOf<typeof networkPolicyEgressRuleFields> {}

export const networkPolicyEgressRule: StructSchema<NetworkPolicyEgressRule> = struct(
  "networking/v1.NetworkPolicyEgressRule",
  "Outgoing traffic that is let through: both the port and the receiver must match.",
  networkPolicyEgressRuleFields,
);

const networkPolicySpecFields = {
  podSelector: required(
    labelSelector,
    1,
    "Which Pods of the namespace the policy is about; an empty selector takes all. Policies add up.",
  ),
  ingress: optional(
    list(networkPolicyIngressRule, { type: "atomic" }),
    2,
    "Incoming traffic that is let through. Empty: none, unless another policy lets it through.",
  ),
  egress: optional(
    list(networkPolicyEgressRule, { type: "atomic" }),
    3,
    "Outgoing traffic that is let through. Empty: none, where policyTypes has Egress.",
  ),
  policyTypes: optional(
    list(enumText("v1.PolicyType", ["Ingress", "Egress"]), { type: "atomic" }),
    4,
    "The directions that the policy restricts. Default: Ingress, and Egress when there are rules for it.",
  ),
};

export interface NetworkPolicySpec extends FieldsOf<typeof networkPolicySpecFields> {}

export const networkPolicySpec: StructSchema<NetworkPolicySpec> = struct(
  "networking/v1.NetworkPolicySpec",
  "Which Pods a policy is about, and what traffic it lets through.",
  networkPolicySpecFields,
);

const networkPolicyFields = {
  spec: optional(networkPolicySpec, 2, "Which Pods the policy is about, and what traffic it lets through."),
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
  doc: "Restricts the network traffic of a set of Pods.",
  fields: networkPolicyFields,
});

import {
  boolean,
  type FieldsOf,
  type KindDeclaration,
  list,
  type ObjectOf,
  optional,
  pointer,
  type StructSchema,
  statusSubresource,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { nodeConfigSource } from "./node-config.ts";
import { nodeStatus } from "./node-status.ts";
import { nodeProxyOptions } from "./proxy-options.ts";
import { taint } from "./taint.ts";

const nodeSpecFields = {
  podCIDR: optional(text, 1, "Range of the addresses that the node's Pods get."),
  podCIDRs: optional(
    list(text, { type: "set", merge: true }),
    7,
    "Ranges of the addresses of the node's Pods, at most one per family; the first is podCIDR.",
  ),
  providerID: optional(
    text,
    3,
    "Identifier of the machine at its provider, as provider://id. Cannot be changed once set.",
  ),
  unschedulable: optional(boolean, 4, "Whether no new Pods are placed on the node. Default: false."),
  taints: optional(list(taint, { type: "atomic" }), 5, "Taints that keep Pods away.", {
    unchecked: true,
  }),
  configSource: pointer(nodeConfigSource, 6, "Deprecated. Dynamic configuration of the node; no longer used."),
  externalID: optional(text, 2, "Deprecated. No longer filled."),
};

export interface NodeSpec extends FieldsOf<typeof nodeSpecFields> {}

export const nodeSpec: StructSchema<NodeSpec> = struct(
  "core/v1.NodeSpec",
  "How a node takes part in the cluster.",
  nodeSpecFields,
);

const nodeFields = {
  spec: optional(nodeSpec, 2, "How the node takes part in the cluster."),
  status: optional(nodeStatus, 3, "How the node is doing. Reported by its agent."),
};

export interface Node extends ObjectOf<typeof nodeFields> {}

export const node: KindDeclaration<Node> = kind({
  group: "",
  version: "v1",
  kind: "Node",
  package: "core",
  plural: "nodes",
  shortNames: ["no"],
  scope: "Cluster",
  subresources: {
    status: { ...statusSubresource(), clearedOnCreate: false, keepsDisabledFields: true },
    connected: { proxy: { form: "requests", options: nodeProxyOptions } },
  },
  storage: { prefix: "minions" },
  selectableFields: ["spec.unschedulable"],
  rules: { updateChecks: { update: ["create", "schema", "change", "hook"], subresource: ["change", "hook"] } },
  doc: "A machine that runs Pods.",
  fields: nodeFields,
});

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
  podCIDR: optional(text, 1, "Address range of the node's Pods."),
  podCIDRs: optional(
    list(text, { type: "set", merge: true }),
    7,
    "Address ranges of the node's Pods, at most one per family. The first is podCIDR.",
  ),
  providerID: optional(text, 3, "Identifier of the machine at its provider, as provider://id. Immutable once set."),
  unschedulable: optional(boolean, 4, "Whether new Pods cannot be scheduled to the node. Default: false."),
  taints: optional(list(taint, { type: "atomic" }), 5, "Taints of the node.", {
    unchecked: true,
  }),
  configSource: pointer(nodeConfigSource, 6, "Deprecated. Dynamic configuration of the node. Not used."),
  externalID: optional(text, 2, "Deprecated. Not set."),
};

export interface NodeSpec extends FieldsOf<typeof nodeSpecFields> {}

export const nodeSpec: StructSchema<NodeSpec> = struct("core/v1.NodeSpec", "Desired state of a Node.", nodeSpecFields);

const nodeFields = {
  spec: optional(nodeSpec, 2, "Desired state of the Node."),
  status: optional(nodeStatus, 3, "Observed state, which the node's agent reports."),
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
  doc: "Machine that runs Pods.",
  fields: nodeFields,
});

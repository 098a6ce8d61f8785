import {
  type FieldsOf,
  type KindDeclaration,
  list,
  namedText,
  type ObjectOf,
  openEnum,
  optional,
  required,
  type StructSchema,
  statusSubresource,
  struct,
  text,
  time,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { conditionStatus } from "./condition-status.ts";

const namespaceConditionFields = {
  type: required(namedText("v1.NamespaceConditionType"), 1, "What the condition is about."),
  status: required(conditionStatus, 2, "Whether the condition holds: True, False or Unknown."),
  lastTransitionTime: optional(time, 4, "When the status last changed."),
  reason: optional(text, 5, "Why the status last changed, in one word."),
  message: optional(text, 6, "Details about the last change, for people."),
};

export interface NamespaceCondition extends FieldsOf<typeof namespaceConditionFields> {}

export const namespaceCondition: StructSchema<NamespaceCondition> = struct(
  "core/v1.NamespaceCondition",
  "One observed aspect of a Namespace.",
  namespaceConditionFields,
);

const namespaceSpecFields = {
  finalizers: optional(
    list(namedText("v1.FinalizerName"), { type: "atomic" }),
    1,
    "Names of what must be done first. Changed through the subresource finalize only.",
  ),
};

export interface NamespaceSpec extends FieldsOf<typeof namespaceSpecFields> {}

export const namespaceSpec: StructSchema<NamespaceSpec> = struct(
  "core/v1.NamespaceSpec",
  "What must be done before a Namespace is removed.",
  namespaceSpecFields,
);

const namespaceStatusFields = {
  phase: optional(
    openEnum("v1.NamespacePhase", ["Active", "Terminating"]),
    1,
    "Active, or Terminating while its content is being deleted.",
    { default: "Active" },
  ),
  conditions: optional(
    list(namespaceCondition, { type: "map", keys: ["type"], merge: "type" }),
    2,
    "Aspects of the deletion, such as what still keeps the Namespace.",
  ),
};

export interface NamespaceStatus extends FieldsOf<typeof namespaceStatusFields> {}

export const namespaceStatus: StructSchema<NamespaceStatus> = struct(
  "core/v1.NamespaceStatus",
  "Where a Namespace stands in its life.",
  namespaceStatusFields,
);

const namespaceFields = {
  spec: optional(namespaceSpec, 2, "What must be done before the Namespace is removed."),
  status: optional(namespaceStatus, 3, "Where the Namespace stands in its life."),
};

export interface Namespace extends ObjectOf<typeof namespaceFields> {}

export const namespace: KindDeclaration<Namespace> = kind({
  group: "",
  version: "v1",
  kind: "Namespace",
  package: "core",
  plural: "namespaces",
  shortNames: ["ns"],
  scope: "Cluster",
  verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
  subresources: { status: statusSubresource(), others: { finalize: { verbs: ["update"], keeps: ["status"] } } },
  selectableFields: ["status.phase"],
  rules: {
    updateChecks: { update: ["create", "schema", "change", "hook"] },
    deleteReturnsObject: true,
    documentsStatusOfDeletion: true,
    storePreconditions: true,
  },
  doc: "A scope of names for most kinds.",
  fields: namespaceFields,
});

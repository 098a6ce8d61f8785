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
  type: required(namedText("v1.NamespaceConditionType"), 1, "Type of the condition."),
  status: required(conditionStatus, 2, "Status of the condition: True, False or Unknown."),
  lastTransitionTime: optional(time, 4, "Time of the last change of the status."),
  reason: optional(text, 5, "Reason of the last change, in one word."),
  message: optional(text, 6, "Message about the last change for users."),
};

export interface NamespaceCondition extends FieldsOf<typeof namespaceConditionFields> {}

export const namespaceCondition: StructSchema<NamespaceCondition> = struct(
  "core/v1.NamespaceCondition",
  "Condition of a Namespace.",
  namespaceConditionFields,
);

const namespaceSpecFields = {
  finalizers: optional(
    list(namedText("v1.FinalizerName"), { type: "atomic" }),
    1,
    "Finalizers that must be removed before the Namespace is deleted. Only the subresource finalize changes them.",
  ),
};

export interface NamespaceSpec extends FieldsOf<typeof namespaceSpecFields> {}

export const namespaceSpec: StructSchema<NamespaceSpec> = struct(
  "core/v1.NamespaceSpec",
  "Finalizers of a Namespace.",
  namespaceSpecFields,
);

const namespaceStatusFields = {
  phase: optional(
    openEnum("v1.NamespacePhase", ["Active", "Terminating"]),
    1,
    "Active, or Terminating while its objects are being deleted.",
    { default: "Active" },
  ),
  conditions: optional(
    list(namespaceCondition, { type: "map", keys: ["type"], merge: "type" }),
    2,
    "Conditions of the deletion, such as remaining objects.",
  ),
};

export interface NamespaceStatus extends FieldsOf<typeof namespaceStatusFields> {}

export const namespaceStatus: StructSchema<NamespaceStatus> = struct(
  "core/v1.NamespaceStatus",
  "Observed state of a Namespace.",
  namespaceStatusFields,
);

const namespaceFields = {
  spec: optional(namespaceSpec, 2, "Finalizers of the Namespace."),
  status: optional(namespaceStatus, 3, "Observed state of the Namespace."),
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
  doc: "Scope for the names of objects.",
  fields: namespaceFields,
});

import {
  type FieldsOf,
  type KindDeclaration,
  list,
  namedText,
  type ObjectOf,
  optional,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { conditionStatus } from "./condition-status.ts";

const componentConditionFields = {
  type: required(namedText("v1.ComponentConditionType"), 1, "Type of the condition: Healthy."),
  status: required(conditionStatus, 2, "Whether the component is healthy: True, False or Unknown."),
  message: optional(text, 3, "Response of the component."),
  error: optional(text, 4, "Error of the health check."),
};

export interface ComponentCondition extends FieldsOf<typeof componentConditionFields> {}

export const componentCondition: StructSchema<ComponentCondition> = struct(
  "core/v1.ComponentCondition",
  "Condition of a component.",
  componentConditionFields,
);

const componentStatusFields = {
  conditions: optional(
    list(componentCondition, { type: "map", keys: ["type"], merge: "type" }),
    2,
    "Conditions of the component.",
  ),
};

export interface ComponentStatus extends ObjectOf<typeof componentStatusFields> {}

export const componentStatus: KindDeclaration<ComponentStatus> = kind({
  group: "",
  version: "v1",
  kind: "ComponentStatus",
  package: "core",
  plural: "componentstatuses",
  shortNames: ["cs"],
  scope: "Cluster",
  verbs: ["get", "list"],
  isStored: false,
  lifecycle: { deprecated: 19 },
  doc: "Deprecated. Health of a component of the control plane, which is checked at each read.",
  fields: componentStatusFields,
});

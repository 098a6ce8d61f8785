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
  type: required(namedText("v1.ComponentConditionType"), 1, "What the condition is about: Healthy."),
  status: required(conditionStatus, 2, "Whether the component is healthy: True, False or Unknown."),
  message: optional(text, 3, "What the component answered."),
  error: optional(text, 4, "What went wrong with asking it."),
};

export interface ComponentCondition extends FieldsOf<typeof componentConditionFields> {}

export const componentCondition: StructSchema<ComponentCondition> = struct(
  "core/v1.ComponentCondition",
  "One aspect of a component's health.",
  componentConditionFields,
);

const componentStatusFields = {
  conditions: optional(
    list(componentCondition, { type: "map", keys: ["type"], merge: "type" }),
    2,
    "Whether the component is healthy.",
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
  doc: "Deprecated. Whether a component of the control plane is healthy, asked when it is read.",
  fields: componentStatusFields,
});

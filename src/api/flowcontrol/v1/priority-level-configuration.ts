import { group } from "../../../meta/vocabulary.ts";
import {
  allMetadata,
  type FieldsOf,
  type KindDeclaration,
  list,
  namedText,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  statusSubresource,
  struct,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { conditionFields } from "./condition.ts";
import { exemptPriorityLevelConfiguration, limitedPriorityLevelConfiguration } from "./priority-level-limits.ts";

const priorityLevelConfigurationSpecFields = {
  type: required(
    namedText("v1.PriorityLevelEnablement"),
    1,
    "Exempt: requests are never limited. Limited: the number of concurrent requests is limited.",
  ),
  limited: pointer(limitedPriorityLevelConfiguration, 2, "Settings of a Limited level. Unset for an Exempt one."),
  exempt: pointer(exemptPriorityLevelConfiguration, 3, "Settings of an Exempt level. Unset for a Limited one."),
};

export interface PriorityLevelConfigurationSpec extends FieldsOf<typeof priorityLevelConfigurationSpecFields> {}

export const priorityLevelConfigurationSpec: StructSchema<PriorityLevelConfigurationSpec> = struct(
  "flowcontrol/v1.PriorityLevelConfigurationSpec",
  "Limits of a priority level.",
  priorityLevelConfigurationSpecFields,
  { alternatives: { discriminator: "type", fields: { exempt: "Exempt", limited: "Limited" } } },
);

const priorityLevelConfigurationConditionFields = {
  type: optional(namedText("v1.PriorityLevelConfigurationConditionType"), 1, "Type of the condition."),
  ...conditionFields,
};

export interface PriorityLevelConfigurationCondition
  extends FieldsOf<typeof priorityLevelConfigurationConditionFields> {}

export const priorityLevelConfigurationCondition: StructSchema<PriorityLevelConfigurationCondition> = struct(
  "flowcontrol/v1.PriorityLevelConfigurationCondition",
  "Condition of a priority level.",
  priorityLevelConfigurationConditionFields,
);

const priorityLevelConfigurationStatusFields = {
  conditions: optional(
    list(priorityLevelConfigurationCondition, { type: "map", keys: ["type"], merge: "type" }),
    1,
    "Conditions of the priority level.",
  ),
};

export interface PriorityLevelConfigurationStatus extends FieldsOf<typeof priorityLevelConfigurationStatusFields> {}

export const priorityLevelConfigurationStatus: StructSchema<PriorityLevelConfigurationStatus> = struct(
  "flowcontrol/v1.PriorityLevelConfigurationStatus",
  "Observed state of a priority level.",
  priorityLevelConfigurationStatusFields,
);

const priorityLevelConfigurationFields = {
  spec: optional(priorityLevelConfigurationSpec, 2, "Limits of the priority level."),
  status: optional(priorityLevelConfigurationStatus, 3, "Observed state."),
};

export interface PriorityLevelConfiguration extends ObjectOf<typeof priorityLevelConfigurationFields> {}

export const priorityLevelConfiguration: KindDeclaration<PriorityLevelConfiguration> = kind({
  group: group("flowcontrol.apiserver"),
  version: "v1",
  kind: "PriorityLevelConfiguration",
  package: "flowcontrol",
  plural: "prioritylevelconfigurations",
  scope: "Cluster",
  subresources: { status: statusSubresource(allMetadata, ["metadata"]) },
  rules: { updateChecks: { update: ["create", "schema", "hook"] }, generation: ["spec"] },
  doc: "Share of the server's capacity, and handling of requests that exceed it.",
  fields: priorityLevelConfigurationFields,
});

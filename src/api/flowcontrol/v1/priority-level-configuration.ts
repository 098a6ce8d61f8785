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
    "Exempt: requests of this level never wait; Limited: only so many are served at once.",
  ),
  limited: pointer(limitedPriorityLevelConfiguration, 2, "The limits of a Limited level; unset for an Exempt one."),
  exempt: pointer(exemptPriorityLevelConfiguration, 3, "What an Exempt level has to lend; unset for a Limited one."),
};

export interface PriorityLevelConfigurationSpec extends FieldsOf<typeof priorityLevelConfigurationSpecFields> {}

export const priorityLevelConfigurationSpec: StructSchema<PriorityLevelConfigurationSpec> = struct(
  "flowcontrol/v1.PriorityLevelConfigurationSpec",
  "Whether the requests of a level are limited, and how.",
  priorityLevelConfigurationSpecFields,
  { alternatives: { discriminator: "type", fields: { exempt: "Exempt", limited: "Limited" } } },
);

const priorityLevelConfigurationConditionFields = {
  type: optional(namedText("v1.PriorityLevelConfigurationConditionType"), 1, "What the condition is about."),
  ...conditionFields,
};

export interface PriorityLevelConfigurationCondition
  extends FieldsOf<typeof priorityLevelConfigurationConditionFields> {}

export const priorityLevelConfigurationCondition: StructSchema<PriorityLevelConfigurationCondition> = struct(
  "flowcontrol/v1.PriorityLevelConfigurationCondition",
  "One observed aspect of a priority level.",
  priorityLevelConfigurationConditionFields,
);

const priorityLevelConfigurationStatusFields = {
  conditions: optional(
    list(priorityLevelConfigurationCondition, { type: "map", keys: ["type"], merge: "type" }),
    1,
    "Aspects of its state.",
  ),
};

export interface PriorityLevelConfigurationStatus extends FieldsOf<typeof priorityLevelConfigurationStatusFields> {}

export const priorityLevelConfigurationStatus: StructSchema<PriorityLevelConfigurationStatus> = struct(
  "flowcontrol/v1.PriorityLevelConfigurationStatus",
  "What was observed of a priority level.",
  priorityLevelConfigurationStatusFields,
);

const priorityLevelConfigurationFields = {
  spec: optional(priorityLevelConfigurationSpec, 2, "The limits of the level."),
  status: optional(priorityLevelConfigurationStatus, 3, "What was observed."),
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
  doc: "A share of the server's capacity, and what becomes of requests that exceed it.",
  fields: priorityLevelConfigurationFields,
});

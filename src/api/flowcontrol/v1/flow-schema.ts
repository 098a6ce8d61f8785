import { group } from "../../../meta/vocabulary.ts";
import {
  allMetadata,
  type FieldsOf,
  field,
  int32,
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
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { conditionFields } from "./condition.ts";
import { policyRulesWithSubjects } from "./flow-schema-rule.ts";

const priorityLevelConfigurationReferenceFields = {
  name: required(text, 1, "Name of the PriorityLevelConfiguration."),
};

export interface PriorityLevelConfigurationReference
  extends FieldsOf<typeof priorityLevelConfigurationReferenceFields> {}

export const priorityLevelConfigurationReference: StructSchema<PriorityLevelConfigurationReference> = struct(
  "flowcontrol/v1.PriorityLevelConfigurationReference",
  "Names a priority level.",
  priorityLevelConfigurationReferenceFields,
);

const flowDistinguisherMethodFields = {
  type: required(
    namedText("v1.FlowDistinguisherMethodType"),
    1,
    "What tells flows apart: ByUser, or ByNamespace of what is asked for.",
  ),
};

export interface FlowDistinguisherMethod extends FieldsOf<typeof flowDistinguisherMethodFields> {}

export const flowDistinguisherMethod: StructSchema<FlowDistinguisherMethod> = struct(
  "flowcontrol/v1.FlowDistinguisherMethod",
  "How the requests of a FlowSchema are divided into flows.",
  flowDistinguisherMethodFields,
);

const flowSchemaSpecFields = {
  priorityLevelConfiguration: required(
    priorityLevelConfigurationReference,
    1,
    "The level of the requests. A FlowSchema whose level does not exist is passed over.",
  ),
  matchingPrecedence: field(
    int32,
    { presence: "always", required: false },
    2,
    "Of all that match a request, the FlowSchema with the smallest number takes it: 1 to 10000. Default: 1000.",
    { default: 1000 },
  ),
  distinguisherMethod: pointer(
    flowDistinguisherMethod,
    3,
    "How flows are told apart, each of which gets its fair share. Unset: all is one flow.",
  ),
  rules: optional(
    list(policyRulesWithSubjects, { type: "atomic" }),
    4,
    "Which requests match: those that match one of the rules.",
  ),
};

export interface FlowSchemaSpec extends FieldsOf<typeof flowSchemaSpecFields> {}

export const flowSchemaSpec: StructSchema<FlowSchemaSpec> = struct(
  "flowcontrol/v1.FlowSchemaSpec",
  "Which requests make up flows, and at which level they are.",
  flowSchemaSpecFields,
);

const flowSchemaConditionFields = {
  type: optional(namedText("v1.FlowSchemaConditionType"), 1, "What the condition is about: Dangling."),
  ...conditionFields,
};

export interface FlowSchemaCondition extends FieldsOf<typeof flowSchemaConditionFields> {}

export const flowSchemaCondition: StructSchema<FlowSchemaCondition> = struct(
  "flowcontrol/v1.FlowSchemaCondition",
  "One observed aspect of a FlowSchema.",
  flowSchemaConditionFields,
);

const flowSchemaStatusFields = {
  conditions: optional(
    list(flowSchemaCondition, { type: "map", keys: ["type"], merge: "type" }),
    1,
    "Aspects of its state; Dangling is True while its level does not exist.",
  ),
};

export interface FlowSchemaStatus extends FieldsOf<typeof flowSchemaStatusFields> {}

export const flowSchemaStatus: StructSchema<FlowSchemaStatus> = struct(
  "flowcontrol/v1.FlowSchemaStatus",
  "What was observed of a FlowSchema.",
  flowSchemaStatusFields,
);

const flowSchemaFields = {
  spec: optional(flowSchemaSpec, 2, "Which requests, and at which level."),
  status: optional(flowSchemaStatus, 3, "What was observed."),
};

export interface FlowSchema extends ObjectOf<typeof flowSchemaFields> {}

export const flowSchema: KindDeclaration<FlowSchema> = kind({
  group: group("flowcontrol.apiserver"),
  version: "v1",
  kind: "FlowSchema",
  package: "flowcontrol",
  plural: "flowschemas",
  scope: "Cluster",
  subresources: { status: statusSubresource(allMetadata, ["metadata"]) },
  rules: { updateChecks: { update: ["create", "schema", "hook"] }, generation: ["spec"] },
  doc: "Sorts requests to the server into flows, which share what their priority level has to give.",
  fields: flowSchemaFields,
});

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
  "Reference to a priority level.",
  priorityLevelConfigurationReferenceFields,
);

const flowDistinguisherMethodFields = {
  type: required(
    namedText("v1.FlowDistinguisherMethodType"),
    1,
    "Property of requests that distinguishes flows: ByUser or ByNamespace.",
  ),
};

export interface FlowDistinguisherMethod extends FieldsOf<typeof flowDistinguisherMethodFields> {}

export const flowDistinguisherMethod: StructSchema<FlowDistinguisherMethod> = struct(
  "flowcontrol/v1.FlowDistinguisherMethod",
  "Method that divides the requests of a FlowSchema into flows.",
  flowDistinguisherMethodFields,
);

const flowSchemaSpecFields = {
  priorityLevelConfiguration: required(
    priorityLevelConfigurationReference,
    1,
    "Priority level of the requests. A FlowSchema whose level does not exist is ignored.",
  ),
  matchingPrecedence: field(
    int32,
    { presence: "always", required: false },
    2,
    "Precedence from 1 to 10000. Of all matching FlowSchemas, the one with the smallest number applies. Default: 1000.",
    { default: 1000 },
  ),
  distinguisherMethod: pointer(
    flowDistinguisherMethod,
    3,
    "Method that divides the requests into flows with fair shares. Unset means a single flow.",
  ),
  rules: optional(
    list(policyRulesWithSubjects, { type: "atomic" }),
    4,
    "Rules for the requests. A request must match one of them.",
  ),
};

export interface FlowSchemaSpec extends FieldsOf<typeof flowSchemaSpecFields> {}

export const flowSchemaSpec: StructSchema<FlowSchemaSpec> = struct(
  "flowcontrol/v1.FlowSchemaSpec",
  "Selection of requests, their flows and their priority level.",
  flowSchemaSpecFields,
);

const flowSchemaConditionFields = {
  type: optional(namedText("v1.FlowSchemaConditionType"), 1, "Type of the condition: Dangling."),
  ...conditionFields,
};

export interface FlowSchemaCondition extends FieldsOf<typeof flowSchemaConditionFields> {}

export const flowSchemaCondition: StructSchema<FlowSchemaCondition> = struct(
  "flowcontrol/v1.FlowSchemaCondition",
  "Condition of a FlowSchema.",
  flowSchemaConditionFields,
);

const flowSchemaStatusFields = {
  conditions: optional(
    list(flowSchemaCondition, { type: "map", keys: ["type"], merge: "type" }),
    1,
    "Conditions of the FlowSchema. Dangling is True while its priority level does not exist.",
  ),
};

export interface FlowSchemaStatus extends FieldsOf<typeof flowSchemaStatusFields> {}

export const flowSchemaStatus: StructSchema<FlowSchemaStatus> = struct(
  "flowcontrol/v1.FlowSchemaStatus",
  "Observed state of a FlowSchema.",
  flowSchemaStatusFields,
);

const flowSchemaFields = {
  spec: optional(flowSchemaSpec, 2, "Selection of requests, and their priority level."),
  status: optional(flowSchemaStatus, 3, "Observed state."),
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
  doc: "Assigns requests to flows that share the capacity of a priority level.",
  fields: flowSchemaFields,
});

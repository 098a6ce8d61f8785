/** The types of this group, and the kinds that declare them. */
export {
  type FlowDistinguisherMethod,
  type FlowSchema,
  type FlowSchemaCondition,
  type FlowSchemaSpec,
  type FlowSchemaStatus,
  flowSchema,
  type PriorityLevelConfigurationReference,
} from "./v1/flow-schema.ts";
export type {
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
} from "./v1/flow-schema-rule.ts";
export type {
  GroupSubject,
  ServiceAccountSubject,
  Subject as FlowcontrolSubject,
  UserSubject,
} from "./v1/flow-schema-subject.ts";
export {
  type PriorityLevelConfiguration,
  type PriorityLevelConfigurationCondition,
  type PriorityLevelConfigurationSpec,
  type PriorityLevelConfigurationStatus,
  priorityLevelConfiguration,
} from "./v1/priority-level-configuration.ts";
export type {
  ExemptPriorityLevelConfiguration,
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  QueuingConfiguration,
} from "./v1/priority-level-limits.ts";

/**
 * How the built-in kinds behave, beyond what their declarations in `api/` say as data.
 *
 * One file per kind (`core/pod.ts`) has its hooks, `core/pod-columns.ts` its columns. What structs of several kinds
 * default and refuse stands in files named after the struct or concept (`core/container-rules.ts`). Hooks see the
 * vocabulary, the old object and the subresource; rules see one struct, and no more of what is around it. Kinds that are
 * never stored have answers instead, which may ask other parts of the server (`authorization/access-reviews.ts`).
 */
export { scaleColumns } from "./autoscaling/scale-columns.ts";
export { type AnswerServices, builtinAnswers } from "./builtin-answers.ts";
export { builtinFeatures } from "./builtin-features.ts";
export { builtinHooks } from "./builtin-hooks.ts";
export { builtinRules } from "./builtin-rules.ts";
export type { Component, ComponentHealth } from "./core/component-status-answers.ts";
export {
  addressSpace,
  clusterIpRange,
  clusterIpRangeProblem,
  clusterIpRangesProblem,
  multiCidrServiceAllocator,
  nodePortRange,
  serviceSpaces,
} from "./core/service/service-ranges.ts";
export { mandatoryFlowSchemas, mandatoryPriorityLevels } from "./flowcontrol/mandatory-objects.ts";
export { suggestedFlowSchemas, suggestedPriorityLevels } from "./flowcontrol/suggested-objects.ts";
export { rangesOfServiceCidr, readyCondition } from "./networking/service-cidr-ranges.ts";
export { systemPriorityClasses } from "./scheduling/priority-class.ts";

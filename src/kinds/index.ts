/**
 * Behaviour of the built-in kinds beyond their declarations in `api/`.
 *
 * Each kind has a file with its hooks (`core/pod/pod.ts`) and often one with its columns (`core/pod/pod-columns.ts`).
 * Rules of types that several kinds share are in files named after the type (`core/container/container-rules.ts`). A
 * hook receives the vocabulary, the stored object and the subresource. A rule receives only its own part of the object.
 * Kinds that are never stored have request handlers instead, which may call other parts of the server
 * (`authorization/access-reviews.ts`).
 */
export {
  acceptNames,
  approvalCondition,
  type ConditionState,
  cleanupFinalizer,
  establish,
  GroupNames,
  statusWithCondition,
  terminating,
} from "./apiextensions/index.ts";
export { scaleColumns } from "./autoscaling/scale-columns.ts";
export { builtinFeatures } from "./builtin-features.ts";
export { builtinHooks } from "./builtin-hooks.ts";
export { builtinRules } from "./builtin-rules.ts";
export { requestedCommonName, requestedGroups } from "./certificates/signing-request.ts";
export { computedKindHandlers, type HandlerServices } from "./computed-kinds.ts";
export type { Component, ComponentHealth } from "./core/component-status-handlers.ts";
export { isRestartable, mainContainers, placedContainers } from "./core/container/containers.ts";
export { mirrorAnnotation } from "./core/pod/pod-annotations.ts";
export { readTolerations } from "./core/scheduling/annotated-tolerations.ts";
export { tolerationErrors } from "./core/scheduling/toleration-rules.ts";
export {
  addressSpace,
  clusterIpRange,
  clusterIpRangeProblem,
  clusterIpRangesProblem,
  multiCidrServiceAllocator,
  nodePortRange,
  serviceSpaces,
} from "./core/service/service-ranges.ts";
export {
  type CustomKinds,
  type CustomKindVersion,
  type CustomVersion,
  customHooks,
  customKinds,
  type TypeDefinition,
  typeDefinitionOf,
  type VersionDefinition,
} from "./custom-types/index.ts";
export { mandatoryFlowSchemas, mandatoryPriorityLevels } from "./flowcontrol/mandatory-objects.ts";
export { suggestedFlowSchemas, suggestedPriorityLevels } from "./flowcontrol/suggested-objects.ts";
export { rangesOfServiceCidr, readyCondition } from "./networking/service-cidr-ranges.ts";
export { defaultPolicy } from "./rbac/default-roles/default-policy.ts";
export { systemPriorityClasses } from "./scheduling/priority-class.ts";

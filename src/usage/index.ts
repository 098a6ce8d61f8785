/**
 * The use of objects, as quotas count it: the amounts of Pods, Services and claims, and the number of all other objects. The server
 * and the controller of quotas share these pure functions.
 */
export {
  type AmountList,
  type Amounts,
  addAmounts,
  amountList,
  amountsOf,
  hasSameAmounts,
  increaseOf,
  raiseAmounts,
  selectAmounts,
} from "./amounts.ts";
export { isRestartable, mainContainers } from "./pod-containers.ts";
export { podQosClass } from "./pod-qos.ts";
export { podSum } from "./pod-sum.ts";
export { isInAllScopes, scopeRequirements } from "./quota-scopes.ts";
export type { CountedWrite, ScopeRequirement, UsageMeasure } from "./usage-measure.ts";
export { type MeasuredKind, UsageMeasures } from "./usage-measures.ts";

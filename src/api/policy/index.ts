/** The types of this group, and the kinds that declare them. */
export { type Eviction, eviction } from "./v1/eviction.ts";
export {
  type PodDisruptionBudget,
  type PodDisruptionBudgetSpec,
  type PodDisruptionBudgetStatus,
  podDisruptionBudget,
} from "./v1/pod-disruption-budget.ts";

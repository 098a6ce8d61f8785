/** From a checked expression to its value and cost. */
export { EvaluationCancelled, type EvaluationLimits } from "./frame.ts";
export { PlanError } from "./planner.ts";
export { type Bindings, type Evaluation, type Program, plan } from "./program.ts";

/** The hooks of the kinds of this group. */
import { podDisruptionBudget } from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { podDisruptionBudgetHooks } from "./pod-disruption-budget.ts";

export const policyHooks: readonly HookEntry[] = [hooksOf(podDisruptionBudget, podDisruptionBudgetHooks)];

/** The hooks of the kinds of this group, and the rules of its structs. */
import { podDisruptionBudget } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { podDisruptionBudgetHooks, podDisruptionBudgetRules } from "./pod-disruption-budget.ts";

export const policyHooks: readonly HookEntry[] = [hooksOf(podDisruptionBudget, podDisruptionBudgetHooks)];

export const policyRules: readonly RuleEntry[] = podDisruptionBudgetRules;

/** Hooks and rules of the kinds in this group. */
import { podDisruptionBudget } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { podDisruptionBudgetHooks, podDisruptionBudgetRules } from "./pod-disruption-budget.ts";

/** Hooks of all kinds in this group. */
export const policyHooks: readonly HookEntry[] = [hooksOf(podDisruptionBudget, podDisruptionBudgetHooks)];

/** Rules of all types in this group. */
export const policyRules: readonly RuleEntry[] = podDisruptionBudgetRules;

/** Hooks and rules of the kinds in this group. */
import { runtimeClass } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { runtimeClassHooks } from "./runtime-class.ts";
import { runtimeClassRules } from "./runtime-class-rules.ts";

/** Hooks of all kinds in this group. */
export const nodeHooks: readonly HookEntry[] = [hooksOf(runtimeClass, runtimeClassHooks)];

/** Rules of all types in this group. */
export const nodeRules: readonly RuleEntry[] = runtimeClassRules;

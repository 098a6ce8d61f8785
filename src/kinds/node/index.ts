/** The hooks of the kinds of this group, and the rules of its structs. */
import { runtimeClass } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { runtimeClassHooks } from "./runtime-class.ts";
import { runtimeClassRules } from "./runtime-class-rules.ts";

export const nodeHooks: readonly HookEntry[] = [hooksOf(runtimeClass, runtimeClassHooks)];

export const nodeRules: readonly RuleEntry[] = runtimeClassRules;

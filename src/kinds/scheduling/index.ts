/** Hooks of the kinds in this group. */
import { priorityClass } from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { priorityClassHooks } from "./priority-class.ts";

/** Hooks of all kinds in this group. */
export const schedulingHooks: readonly HookEntry[] = [hooksOf(priorityClass, priorityClassHooks)];

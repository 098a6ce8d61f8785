/** The hooks of the kinds of this group. */
import { priorityClass } from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { priorityClassHooks } from "./priority-class.ts";

export const schedulingHooks: readonly HookEntry[] = [hooksOf(priorityClass, priorityClassHooks)];

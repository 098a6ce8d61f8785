/** The hooks of the kinds of this group. */
import { runtimeClass } from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { runtimeClassHooks } from "./runtime-class.ts";

export const nodeHooks: readonly HookEntry[] = [hooksOf(runtimeClass, runtimeClassHooks)];

/** Hooks and rules of the kinds in this group. */
import { endpointSlice } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { endpointRules } from "./endpoint-rules.ts";
import { endpointSliceHooks } from "./endpoint-slice.ts";
import { endpointSliceRules } from "./endpoint-slice-rules.ts";

/** Hooks of all kinds in this group. */
export const discoveryHooks: readonly HookEntry[] = [hooksOf(endpointSlice, endpointSliceHooks)];

/** Rules of all types in this group. */
export const discoveryRules: readonly RuleEntry[] = [...endpointRules, ...endpointSliceRules];

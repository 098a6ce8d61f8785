/** The hooks of the kinds of this group, and the rules of its structs. */
import { endpointSlice } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { endpointRules } from "./endpoint-rules.ts";
import { endpointSliceHooks } from "./endpoint-slice.ts";
import { endpointSliceRules } from "./endpoint-slice-rules.ts";

export const discoveryHooks: readonly HookEntry[] = [hooksOf(endpointSlice, endpointSliceHooks)];

export const discoveryRules: readonly RuleEntry[] = [...endpointRules, ...endpointSliceRules];

/** The hooks of the kinds of this group. */
import { endpointSlice } from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { endpointSliceHooks } from "./endpoint-slice.ts";

export const discoveryHooks: readonly HookEntry[] = [hooksOf(endpointSlice, endpointSliceHooks)];

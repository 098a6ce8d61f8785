/** Hooks and rules of the kinds in this group. */
import { apiService } from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { apiServiceHooks } from "./api-service.ts";

/** Hooks of all kinds in this group. */
export const apiregistrationHooks: readonly HookEntry[] = [hooksOf(apiService, apiServiceHooks)];

export { apiregistrationRules } from "./api-service-rules.ts";

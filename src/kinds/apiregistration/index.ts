/** The hooks of the kinds of this group, and the rules of its structs. */
import { apiService } from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { apiServiceHooks } from "./api-service.ts";

export const apiregistrationHooks: readonly HookEntry[] = [hooksOf(apiService, apiServiceHooks)];

export { apiregistrationRules } from "./api-service-rules.ts";

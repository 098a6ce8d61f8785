/** Hooks and rules of the kinds in this group. */
import { customResourceDefinition } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { customResourceDefinitionHooks, customResourceDefinitionRules } from "./custom-resource-definition.ts";

export {
  acceptNames,
  approvalCondition,
  type ConditionState,
  establish,
  GroupNames,
  terminating,
} from "./definition-conditions.ts";
export { cleanupFinalizer, statusWithCondition } from "./definition-deletion.ts";

/** Hooks of all kinds in this group. */
export const apiextensionsHooks: readonly HookEntry[] = [
  hooksOf(customResourceDefinition, customResourceDefinitionHooks),
];

/** Rules of all types in this group. */
export const apiextensionsRules: readonly RuleEntry[] = [...customResourceDefinitionRules];

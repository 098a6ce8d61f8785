/** The hooks of the kinds of this group, and the rules of its structs. */
import { customResourceDefinition } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { customResourceDefinitionHooks, customResourceDefinitionRules } from "./custom-resource-definition.ts";

export const apiextensionsHooks: readonly HookEntry[] = [
  hooksOf(customResourceDefinition, customResourceDefinitionHooks),
];

export const apiextensionsRules: readonly RuleEntry[] = [...customResourceDefinitionRules];

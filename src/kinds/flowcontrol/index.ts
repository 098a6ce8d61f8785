/** Hooks and rules of the kinds in this group. */
import { flowSchema, priorityLevelConfiguration } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { byPrecedence, flowSchemaColumns } from "./flow-schema-columns.ts";
import { flowSchemaRules } from "./flow-schema-rules.ts";
import { policyRules } from "./policy-rules.ts";
import { priorityLevelConfigurationColumns } from "./priority-level-configuration-columns.ts";
import { priorityLevelRules } from "./priority-level-rules.ts";
import { subjectRules } from "./subject-rules.ts";

/** Hooks of all kinds in this group. */
export const flowcontrolHooks: readonly HookEntry[] = [
  hooksOf(flowSchema, { nameFormat: "dns1123Subdomain", columns: flowSchemaColumns, rowOrder: byPrecedence }),
  hooksOf(priorityLevelConfiguration, {
    nameFormat: "dns1123Subdomain",
    columns: priorityLevelConfigurationColumns,
  }),
];

/** Rules of all types in this group. */
export const flowcontrolRules: readonly RuleEntry[] = [
  ...flowSchemaRules,
  ...policyRules,
  ...priorityLevelRules,
  ...subjectRules,
];

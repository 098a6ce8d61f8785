/** The hooks of the kinds of this group. */
import { flowSchema, priorityLevelConfiguration } from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { flowSchemaColumns } from "./flow-schema-columns.ts";
import { priorityLevelConfigurationColumns } from "./priority-level-configuration-columns.ts";

export const flowcontrolHooks: readonly HookEntry[] = [
  hooksOf(flowSchema, { nameFormat: "dns1123Subdomain", columns: flowSchemaColumns }),
  hooksOf(priorityLevelConfiguration, {
    nameFormat: "dns1123Subdomain",
    columns: priorityLevelConfigurationColumns,
  }),
];

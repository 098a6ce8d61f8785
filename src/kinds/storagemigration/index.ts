/** Hooks and rules of the kinds in this group. */
import { storageVersionMigration } from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { storageVersionMigrationHooks } from "./storage-version-migration.ts";

/** Hooks of all kinds in this group. */
export const storageMigrationHooks: readonly HookEntry[] = [
  hooksOf(storageVersionMigration, storageVersionMigrationHooks),
];

export { storageMigrationRules } from "./migration-rules.ts";

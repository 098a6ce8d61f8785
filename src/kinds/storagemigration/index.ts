/** The hooks of the kinds of this group, and the rules of its structs. */
import { storageVersionMigration } from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { storageVersionMigrationHooks } from "./storage-version-migration.ts";

export const storageMigrationHooks: readonly HookEntry[] = [
  hooksOf(storageVersionMigration, storageVersionMigrationHooks),
];

export { storageMigrationRules } from "./migration-rules.ts";

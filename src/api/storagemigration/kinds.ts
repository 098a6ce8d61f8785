import type { KindDeclaration } from "../../schema/index.ts";
import { storageVersionMigration } from "./v1alpha1/storage-version-migration.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const storageMigrationKinds: readonly KindDeclaration[] = [storageVersionMigration];

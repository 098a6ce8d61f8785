/** The types of this group, and the kinds that declare them. */
export {
  type MigratedGroupVersionResource as GroupVersionResource,
  type MigrationCondition,
  type StorageVersionMigration,
  type StorageVersionMigrationSpec,
  type StorageVersionMigrationStatus,
  storageVersionMigration,
} from "./v1alpha1/storage-version-migration.ts";

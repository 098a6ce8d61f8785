/** The types of this group, and the kinds that declare them. */
export {
  type ServerStorageVersion,
  type StorageVersion,
  type StorageVersionCondition,
  type StorageVersionSpec,
  type StorageVersionStatus,
  storageVersion,
} from "./v1alpha1/storage-version.ts";

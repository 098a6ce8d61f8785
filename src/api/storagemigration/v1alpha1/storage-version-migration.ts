import { group } from "../../../meta/vocabulary.ts";
import {
  clientMetadata,
  type FieldsOf,
  type KindDeclaration,
  list,
  namedText,
  type ObjectOf,
  optional,
  required,
  type StructSchema,
  statusSubresource,
  struct,
  text,
  time,
} from "../../../schema/index.ts";
import { conditionStatus } from "../../core/v1/condition-status.ts";
import { kind } from "../../kind.ts";

const groupVersionResourceFields = {
  group: optional(text, 1, "Group of the resource."),
  version: optional(text, 2, "A version in which it is served."),
  resource: optional(text, 3, "Its plural name."),
};

export interface MigratedGroupVersionResource extends FieldsOf<typeof groupVersionResourceFields> {}

export const groupVersionResource: StructSchema<MigratedGroupVersionResource> = struct(
  "storagemigration/v1alpha1.GroupVersionResource",
  "Names a resource.",
  groupVersionResourceFields,
);

const migrationConditionFields = {
  type: required(
    namedText("v1alpha1.MigrationConditionType"),
    1,
    "What the condition is about: Running, Succeeded or Failed.",
  ),
  status: required(conditionStatus, 2, "Whether the condition holds: True, False or Unknown."),
  lastUpdateTime: optional(time, 3, "When the condition was last written."),
  reason: optional(text, 4, "Why the status last changed, in one word."),
  message: optional(text, 5, "Details about the last change, for people."),
};

export interface MigrationCondition extends FieldsOf<typeof migrationConditionFields> {}

export const migrationCondition: StructSchema<MigrationCondition> = struct(
  "storagemigration/v1alpha1.MigrationCondition",
  "One observed aspect of a migration.",
  migrationConditionFields,
);

const storageVersionMigrationSpecFields = {
  resource: required(groupVersionResource, 1, "The resource whose objects are written anew. Cannot be changed."),
  continueToken: optional(text, 2, "Where the list of objects goes on."),
};

export interface StorageVersionMigrationSpec extends FieldsOf<typeof storageVersionMigrationSpecFields> {}

export const storageVersionMigrationSpec: StructSchema<StorageVersionMigrationSpec> = struct(
  "storagemigration/v1alpha1.StorageVersionMigrationSpec",
  "What is to be migrated.",
  storageVersionMigrationSpecFields,
);

const storageVersionMigrationStatusFields = {
  conditions: optional(
    list(migrationCondition, { type: "map", keys: ["type"], merge: "type" }),
    1,
    "How the migration goes.",
  ),
  resourceVersion: optional(text, 2, "Objects up to this version are migrated. Cannot be changed once set."),
};

export interface StorageVersionMigrationStatus extends FieldsOf<typeof storageVersionMigrationStatusFields> {}

export const storageVersionMigrationStatus: StructSchema<StorageVersionMigrationStatus> = struct(
  "storagemigration/v1alpha1.StorageVersionMigrationStatus",
  "How far a migration has come.",
  storageVersionMigrationStatusFields,
);

const storageVersionMigrationFields = {
  spec: optional(storageVersionMigrationSpec, 2, "The resource to migrate."),
  status: optional(storageVersionMigrationStatus, 3, "How far the migration has come."),
};

export interface StorageVersionMigration extends ObjectOf<typeof storageVersionMigrationFields> {}

export const storageVersionMigration: KindDeclaration<StorageVersionMigration> = kind({
  group: group("storagemigration"),
  version: "v1alpha1",
  kind: "StorageVersionMigration",
  package: "storagemigration",
  plural: "storageversionmigrations",
  scope: "Cluster",
  subresources: { status: statusSubresource(clientMetadata) },
  servedByDefault: false,
  featureGate: "StorageVersionMigrator",
  rules: { unconditionalUpdate: false },
  lifecycle: { deprecated: 33, removed: 36 },
  doc: "The wish that all objects of a resource are written anew, in the version that is stored now.",
  fields: storageVersionMigrationFields,
});

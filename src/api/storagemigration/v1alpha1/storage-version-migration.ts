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
  version: optional(text, 2, "Version in which the resource is served."),
  resource: optional(text, 3, "Name of the resource in the plural."),
};

export interface MigratedGroupVersionResource extends FieldsOf<typeof groupVersionResourceFields> {}

export const groupVersionResource: StructSchema<MigratedGroupVersionResource> = struct(
  "storagemigration/v1alpha1.GroupVersionResource",
  "Reference to a resource.",
  groupVersionResourceFields,
);

const migrationConditionFields = {
  type: required(
    namedText("v1alpha1.MigrationConditionType"),
    1,
    "Type of the condition: Running, Succeeded or Failed.",
  ),
  status: required(conditionStatus, 2, "Status of the condition: True, False or Unknown."),
  lastUpdateTime: optional(time, 3, "Time of the last write of the condition."),
  reason: optional(text, 4, "Reason of the last change, in one word."),
  message: optional(text, 5, "Message about the last change for users."),
};

export interface MigrationCondition extends FieldsOf<typeof migrationConditionFields> {}

export const migrationCondition: StructSchema<MigrationCondition> = struct(
  "storagemigration/v1alpha1.MigrationCondition",
  "Condition of a migration.",
  migrationConditionFields,
);

const storageVersionMigrationSpecFields = {
  resource: required(groupVersionResource, 1, "Resource whose objects are rewritten. Immutable."),
  continueToken: optional(text, 2, "Token for the next page of the list."),
};

export interface StorageVersionMigrationSpec extends FieldsOf<typeof storageVersionMigrationSpecFields> {}

export const storageVersionMigrationSpec: StructSchema<StorageVersionMigrationSpec> = struct(
  "storagemigration/v1alpha1.StorageVersionMigrationSpec",
  "Resource to migrate.",
  storageVersionMigrationSpecFields,
);

const storageVersionMigrationStatusFields = {
  conditions: optional(
    list(migrationCondition, { type: "map", keys: ["type"], merge: "type" }),
    1,
    "Conditions of the migration.",
  ),
  resourceVersion: optional(text, 2, "Version up to which objects were migrated. Immutable once set."),
};

export interface StorageVersionMigrationStatus extends FieldsOf<typeof storageVersionMigrationStatusFields> {}

export const storageVersionMigrationStatus: StructSchema<StorageVersionMigrationStatus> = struct(
  "storagemigration/v1alpha1.StorageVersionMigrationStatus",
  "Observed state of a migration.",
  storageVersionMigrationStatusFields,
);

const storageVersionMigrationFields = {
  spec: optional(storageVersionMigrationSpec, 2, "Resource of the migration."),
  status: optional(storageVersionMigrationStatus, 3, "Observed state of the migration."),
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
  rules: { updateChecks: { update: ["create", "schema", "change", "hook"] }, unconditionalUpdate: false },
  lifecycle: { introduced: 30, deprecated: 33, removed: 36 },
  doc: "Request to rewrite all objects of a resource in the current storage version.",
  fields: storageVersionMigrationFields,
});

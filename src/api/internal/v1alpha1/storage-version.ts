import { group } from "../../../meta/vocabulary.ts";
import {
  clientMetadata,
  type FieldsOf,
  field,
  int64,
  type KindDeclaration,
  list,
  namedText,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  statusSubresource,
  struct,
  text,
  time,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";

const serverStorageVersionFields = {
  apiServerID: optional(text, 1, "Identifier of the API server."),
  encodingVersion: optional(text, 2, "Version in which the API server stores objects."),
  decodableVersions: optional(
    list(text, { type: "set" }),
    3,
    "Versions that the API server can read from the store. They include encodingVersion.",
  ),
  servedVersions: optional(list(text, { type: "set" }), 4, "Versions in which the API server serves the resource."),
};

export interface ServerStorageVersion extends FieldsOf<typeof serverStorageVersionFields> {}

export const serverStorageVersion: StructSchema<ServerStorageVersion> = struct(
  "apiserverinternal/v1alpha1.ServerStorageVersion",
  "Versions that one API server reads and writes.",
  serverStorageVersionFields,
);

const storageVersionConditionFields = {
  type: required(
    namedText("v1alpha1.StorageVersionConditionType"),
    1,
    "Type of the condition: AllEncodingVersionsEqual.",
  ),
  status: required(namedText("v1alpha1.ConditionStatus"), 2, "Status of the condition: True, False or Unknown."),
  observedGeneration: optional(int64, 3, "The metadata.generation that the condition is based on."),
  lastTransitionTime: optional(time, 4, "Time of the last change of the status."),
  reason: required(text, 5, "Reason of the last change, in one word."),
  message: field(text, { presence: "optional", required: true }, 6, "Message about the last change for users."),
};

export interface StorageVersionCondition extends FieldsOf<typeof storageVersionConditionFields> {}

export const storageVersionCondition: StructSchema<StorageVersionCondition> = struct(
  "apiserverinternal/v1alpha1.StorageVersionCondition",
  "Condition of a StorageVersion.",
  storageVersionConditionFields,
);

const storageVersionStatusFields = {
  storageVersions: optional(
    list(serverStorageVersion, { type: "map", keys: ["apiServerID"] }),
    1,
    "Versions that each API server reads and writes.",
  ),
  commonEncodingVersion: pointer(text, 2, "Version that all API servers write. Unset if they differ."),
  conditions: optional(
    list(storageVersionCondition, { type: "map", keys: ["type"] }),
    3,
    "Conditions of the StorageVersion.",
  ),
};

export interface StorageVersionStatus extends FieldsOf<typeof storageVersionStatusFields> {}

export const storageVersionStatus: StructSchema<StorageVersionStatus> = struct(
  "apiserverinternal/v1alpha1.StorageVersionStatus",
  "Versions that the API servers read and write.",
  storageVersionStatusFields,
);

const storageVersionSpecFields = {};

export interface StorageVersionSpec extends FieldsOf<typeof storageVersionSpecFields> {}

export const storageVersionSpec: StructSchema<StorageVersionSpec> = struct(
  "apiserverinternal/v1alpha1.StorageVersionSpec",
  "Always empty, because API servers only report their state.",
  storageVersionSpecFields,
);

const storageVersionFields = {
  spec: required(storageVersionSpec, 2, "Always empty."),
  status: required(storageVersionStatus, 3, "Observed state of the API servers."),
};

export interface StorageVersion extends ObjectOf<typeof storageVersionFields> {}

export const storageVersion: KindDeclaration<StorageVersion> = kind({
  group: group("internal.apiserver"),
  version: "v1alpha1",
  kind: "StorageVersion",
  package: "apiserverinternal",
  plural: "storageversions",
  scope: "Cluster",
  subresources: { status: statusSubresource(clientMetadata) },
  servedByDefault: false,
  rules: { updateChecks: { update: ["schema", "hook"], subresource: ["schema", "hook"] }, unconditionalUpdate: false },
  doc: "Versions in which the API servers read and write a resource. The name of the object is <group>.<resource>.",
  fields: storageVersionFields,
});

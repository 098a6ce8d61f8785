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
  apiServerID: optional(text, 1, "Which API server it is."),
  encodingVersion: optional(text, 2, "The version in which it writes objects to the store."),
  decodableVersions: optional(
    list(text, { type: "set" }),
    3,
    "Versions that it can read from the store; the one that it writes is among them.",
  ),
  servedVersions: optional(list(text, { type: "set" }), 4, "Versions in which it serves the resource."),
};

export interface ServerStorageVersion extends FieldsOf<typeof serverStorageVersionFields> {}

export const serverStorageVersion: StructSchema<ServerStorageVersion> = struct(
  "apiserverinternal/v1alpha1.ServerStorageVersion",
  "The versions that one API server reads and writes.",
  serverStorageVersionFields,
);

const storageVersionConditionFields = {
  type: required(
    namedText("v1alpha1.StorageVersionConditionType"),
    1,
    "What the condition is about: AllEncodingVersionsEqual.",
  ),
  status: required(namedText("v1alpha1.ConditionStatus"), 2, "Whether the condition holds: True, False or Unknown."),
  observedGeneration: optional(int64, 3, "The generation that the condition was made from."),
  lastTransitionTime: optional(time, 4, "When the status last changed."),
  reason: required(text, 5, "Why the status last changed, in one word."),
  message: field(text, { presence: "optional", required: true }, 6, "Details about the last change, for people."),
};

export interface StorageVersionCondition extends FieldsOf<typeof storageVersionConditionFields> {}

export const storageVersionCondition: StructSchema<StorageVersionCondition> = struct(
  "apiserverinternal/v1alpha1.StorageVersionCondition",
  "One observed aspect of the servers' agreement.",
  storageVersionConditionFields,
);

const storageVersionStatusFields = {
  storageVersions: optional(
    list(serverStorageVersion, { type: "map", keys: ["apiServerID"] }),
    1,
    "What each API server reads and writes.",
  ),
  commonEncodingVersion: pointer(text, 2, "The version that all servers write; unset when they differ."),
  conditions: optional(list(storageVersionCondition, { type: "map", keys: ["type"] }), 3, "Whether the servers agree."),
};

export interface StorageVersionStatus extends FieldsOf<typeof storageVersionStatusFields> {}

export const storageVersionStatus: StructSchema<StorageVersionStatus> = struct(
  "apiserverinternal/v1alpha1.StorageVersionStatus",
  "What the API servers read and write.",
  storageVersionStatusFields,
);

const storageVersionSpecFields = {};

export interface StorageVersionSpec extends FieldsOf<typeof storageVersionSpecFields> {}

export const storageVersionSpec: StructSchema<StorageVersionSpec> = struct(
  "apiserverinternal/v1alpha1.StorageVersionSpec",
  "Always empty: servers report, and nobody decides.",
  storageVersionSpecFields,
);

const storageVersionFields = {
  spec: required(storageVersionSpec, 2, "Always empty."),
  status: required(storageVersionStatus, 3, "What the servers report, and whether they agree."),
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
  doc: "In which versions the API servers read and write the resource that the name tells: <group>.<resource>.",
  fields: storageVersionFields,
});

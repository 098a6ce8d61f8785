import {
  enumText,
  type FieldsOf,
  inline,
  type KindDeclaration,
  list,
  type ObjectOf,
  openEnum,
  optional,
  pointer,
  type StructSchema,
  statusSubresource,
  struct,
  type TextSchema,
  text,
  time,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { nodeSelector } from "./node-selector.ts";
import { objectReference } from "./object-reference.ts";
import { accessMode, volumeMode } from "./persistent-volume-claim-spec.ts";
import { persistentVolumeSourceFields } from "./persistent-volume-source.ts";
import { resourceList } from "./resources.ts";

export const reclaimPolicy: TextSchema<"Delete" | "Recycle" | "Retain"> = enumText("v1.PersistentVolumeReclaimPolicy", [
  "Delete",
  "Recycle",
  "Retain",
]);

const volumeNodeAffinityFields = {
  required: pointer(nodeSelector, 1, "What a node must have."),
};

export interface VolumeNodeAffinity extends FieldsOf<typeof volumeNodeAffinityFields> {}

export const volumeNodeAffinity: StructSchema<VolumeNodeAffinity> = struct(
  "core/v1.VolumeNodeAffinity",
  "The nodes from which a volume can be reached.",
  volumeNodeAffinityFields,
);

const persistentVolumeSpecFields = {
  capacity: optional(resourceList, 1, "Size of the volume, under the name storage."),
  ...inline(2, persistentVolumeSourceFields),
  accessModes: optional(list(accessMode, { type: "atomic" }), 3, "Access modes of the volume."),
  claimRef: pointer(
    objectReference,
    4,
    "The claim that the volume is bound to. Set beforehand, it reserves the volume; the claim's volumeName decides.",
    { granular: true },
  ),
  persistentVolumeReclaimPolicy: optional(
    reclaimPolicy,
    5,
    "What becomes of the volume when it is released from its claim: Retain, Delete or Recycle. Default: Retain.",
  ),
  storageClassName: optional(text, 6, "The StorageClass that the volume belongs to; empty for none."),
  mountOptions: optional(list(text, { type: "atomic" }), 7, "Mount options; a mount with one that is wrong fails."),
  volumeMode: pointer(
    volumeMode,
    8,
    "Whether the volume carries a file system or is a raw block device. Default: Filesystem.",
  ),
  nodeAffinity: pointer(volumeNodeAffinity, 9, "The nodes from which the volume can be reached."),
  volumeAttributesClassName: pointer(text, 10, "The VolumeAttributesClass that the volume's properties are those of.", {
    featureGate: "VolumeAttributesClass",
  }),
};

export interface PersistentVolumeSpec extends FieldsOf<typeof persistentVolumeSpecFields> {}

export const persistentVolumeSpec: StructSchema<PersistentVolumeSpec> = struct(
  "core/v1.PersistentVolumeSpec",
  "Where a volume's storage is, and how it can be used.",
  persistentVolumeSpecFields,
);

const persistentVolumeStatusFields = {
  phase: optional(
    openEnum("v1.PersistentVolumePhase", ["Available", "Bound", "Failed", "Pending", "Released"]),
    1,
    "Whether the volume is free, bound to a claim, or released by one.",
    { default: "Pending" },
  ),
  message: optional(text, 2, "Why the volume is in this phase, for people."),
  reason: optional(text, 3, "Why something failed, in one word."),
  lastPhaseTransitionTime: pointer(time, 4, "When the phase last changed."),
};

export interface PersistentVolumeStatus extends FieldsOf<typeof persistentVolumeStatusFields> {}

export const persistentVolumeStatus: StructSchema<PersistentVolumeStatus> = struct(
  "core/v1.PersistentVolumeStatus",
  "Where a volume stands between claims.",
  persistentVolumeStatusFields,
);

const persistentVolumeFields = {
  spec: optional(persistentVolumeSpec, 2, "Where the storage is, and how it can be used."),
  status: optional(persistentVolumeStatus, 3, "Where the volume stands between claims."),
};

export interface PersistentVolume extends ObjectOf<typeof persistentVolumeFields> {}

export const persistentVolume: KindDeclaration<PersistentVolume> = kind({
  group: "",
  version: "v1",
  kind: "PersistentVolume",
  package: "core",
  plural: "persistentvolumes",
  shortNames: ["pv"],
  scope: "Cluster",
  subresources: { status: statusSubresource() },
  rules: {
    updateChecks: { update: ["create", "schema", "create", "schema", "hook"] },
    deleteReturnsObject: true,
  },
  doc: "A piece of storage in the cluster, made by an administrator or for a claim.",
  fields: persistentVolumeFields,
});

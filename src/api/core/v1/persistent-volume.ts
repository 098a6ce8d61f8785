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
  required: pointer(nodeSelector, 1, "Requirements on the nodes."),
};

export interface VolumeNodeAffinity extends FieldsOf<typeof volumeNodeAffinityFields> {}

export const volumeNodeAffinity: StructSchema<VolumeNodeAffinity> = struct(
  "core/v1.VolumeNodeAffinity",
  "Nodes that can use a volume.",
  volumeNodeAffinityFields,
);

const persistentVolumeSpecFields = {
  capacity: optional(resourceList, 1, "Size of the volume, as the resource storage."),
  ...inline(2, persistentVolumeSourceFields),
  accessModes: optional(list(accessMode, { type: "atomic" }), 3, "Access modes of the volume."),
  claimRef: pointer(
    objectReference,
    4,
    "Claim that the volume is bound to. A client can set it to reserve the volume. The claim's volumeName is authoritative.",
    { granular: true },
  ),
  persistentVolumeReclaimPolicy: optional(
    reclaimPolicy,
    5,
    "Handling of the volume when its claim is deleted: Retain, Delete or Recycle. Default: Retain.",
  ),
  storageClassName: optional(text, 6, "StorageClass of the volume. Empty means none."),
  mountOptions: optional(list(text, { type: "atomic" }), 7, "Mount options. An invalid option makes the mount fail."),
  volumeMode: pointer(volumeMode, 8, "Filesystem, or Block for a raw block device. Default: Filesystem."),
  nodeAffinity: pointer(volumeNodeAffinity, 9, "Nodes that can use the volume."),
  volumeAttributesClassName: pointer(text, 10, "VolumeAttributesClass with the properties of the volume.", {
    featureGate: "VolumeAttributesClass",
  }),
};

export interface PersistentVolumeSpec extends FieldsOf<typeof persistentVolumeSpecFields> {}

export const persistentVolumeSpec: StructSchema<PersistentVolumeSpec> = struct(
  "core/v1.PersistentVolumeSpec",
  "Source and properties of a volume.",
  persistentVolumeSpecFields,
);

const persistentVolumeStatusFields = {
  phase: optional(
    openEnum("v1.PersistentVolumePhase", ["Available", "Bound", "Failed", "Pending", "Released"]),
    1,
    "Phase of the volume: Pending, Available, Bound, Released or Failed.",
    { default: "Pending" },
  ),
  message: optional(text, 2, "Message about the phase."),
  reason: optional(text, 3, "Reason of a failure, in one word."),
  lastPhaseTransitionTime: pointer(time, 4, "Time of the last change of the phase."),
};

export interface PersistentVolumeStatus extends FieldsOf<typeof persistentVolumeStatusFields> {}

export const persistentVolumeStatus: StructSchema<PersistentVolumeStatus> = struct(
  "core/v1.PersistentVolumeStatus",
  "Observed state of a volume.",
  persistentVolumeStatusFields,
);

const persistentVolumeFields = {
  spec: optional(persistentVolumeSpec, 2, "Source and properties of the volume."),
  status: optional(persistentVolumeStatus, 3, "Observed state of the volume."),
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
  doc: "Storage in the cluster, created by an administrator or for a claim.",
  fields: persistentVolumeFields,
});

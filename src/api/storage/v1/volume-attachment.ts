import { group } from "../../../meta/vocabulary.ts";
import {
  boolean,
  clientMetadata,
  type FieldsOf,
  type KindDeclaration,
  map,
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
import { persistentVolumeSpec } from "../../core/v1/persistent-volume.ts";
import { kind } from "../../kind.ts";

const volumeAttachmentSourceFields = {
  persistentVolumeName: pointer(text, 1, "Name of the PersistentVolume."),
  inlineVolumeSpec: pointer(
    persistentVolumeSpec,
    2,
    "The volume itself, for a volume that a Pod declares and that has been moved to CSI.",
    { featuresUnchecked: true },
  ),
};

export interface VolumeAttachmentSource extends FieldsOf<typeof volumeAttachmentSourceFields> {}

export const volumeAttachmentSource: StructSchema<VolumeAttachmentSource> = struct(
  "storage/v1.VolumeAttachmentSource",
  "The volume to attach. Exactly one member is set.",
  volumeAttachmentSourceFields,
);

const volumeAttachmentSpecFields = {
  attacher: required(text, 1, "The CSI driver that attaches the volume."),
  source: required(volumeAttachmentSource, 2, "The volume to attach."),
  nodeName: required(text, 3, "Node to which the volume is attached."),
};

export interface VolumeAttachmentSpec extends FieldsOf<typeof volumeAttachmentSpecFields> {}

export const volumeAttachmentSpec: StructSchema<VolumeAttachmentSpec> = struct(
  "storage/v1.VolumeAttachmentSpec",
  "Which volume goes to which node.",
  volumeAttachmentSpecFields,
);

const volumeErrorFields = {
  time: optional(time, 1, "When it happened."),
  message: optional(text, 2, "What went wrong. It must hold no secrets."),
};

export interface VolumeError extends FieldsOf<typeof volumeErrorFields> {}

export const volumeError: StructSchema<VolumeError> = struct(
  "storage/v1.VolumeError",
  "What went wrong with a volume.",
  volumeErrorFields,
);

const volumeAttachmentStatusFields = {
  attached: required(boolean, 1, "Whether the volume is attached."),
  attachmentMetadata: optional(map(text), 2, "What the driver answered when it attached the volume."),
  attachError: pointer(volumeError, 3, "What last went wrong with attaching it."),
  detachError: pointer(volumeError, 4, "What last went wrong with detaching it."),
};

export interface VolumeAttachmentStatus extends FieldsOf<typeof volumeAttachmentStatusFields> {}

export const volumeAttachmentStatus: StructSchema<VolumeAttachmentStatus> = struct(
  "storage/v1.VolumeAttachmentStatus",
  "How far the attachment has come.",
  volumeAttachmentStatusFields,
);

const volumeAttachmentFields = {
  spec: required(volumeAttachmentSpec, 2, "Which volume goes to which node. Cannot be changed."),
  status: optional(volumeAttachmentStatus, 3, "How far the attachment has come; written by the attacher."),
};

export interface VolumeAttachment extends ObjectOf<typeof volumeAttachmentFields> {}

export const volumeAttachment: KindDeclaration<VolumeAttachment> = kind({
  group: group("storage"),
  version: "v1",
  kind: "VolumeAttachment",
  package: "storage",
  plural: "volumeattachments",
  scope: "Cluster",
  subresources: { status: statusSubresource(clientMetadata) },
  rules: {
    updateChecks: {
      update: ["create", "schema", "create", "schema", "hook"],
      subresource: ["create", "create", "schema", "hook"],
    },
    unconditionalUpdate: false,
    deleteReturnsObject: true,
  },
  doc: "The wish that a volume is attached to a node, and what became of it.",
  fields: volumeAttachmentFields,
});

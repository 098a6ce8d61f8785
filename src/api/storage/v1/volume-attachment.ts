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
    "Spec of the volume, for an inline volume of a Pod that was migrated to CSI.",
    { featuresUnchecked: true },
  ),
};

export interface VolumeAttachmentSource extends FieldsOf<typeof volumeAttachmentSourceFields> {}

export const volumeAttachmentSource: StructSchema<VolumeAttachmentSource> = struct(
  "storage/v1.VolumeAttachmentSource",
  "Volume to attach. Exactly one member is set.",
  volumeAttachmentSourceFields,
);

const volumeAttachmentSpecFields = {
  attacher: required(text, 1, "The CSI driver that attaches the volume."),
  source: required(volumeAttachmentSource, 2, "Volume to attach."),
  nodeName: required(text, 3, "Node to which the volume is attached."),
};

export interface VolumeAttachmentSpec extends FieldsOf<typeof volumeAttachmentSpecFields> {}

export const volumeAttachmentSpec: StructSchema<VolumeAttachmentSpec> = struct(
  "storage/v1.VolumeAttachmentSpec",
  "Volume, driver and node of an attachment.",
  volumeAttachmentSpecFields,
);

const volumeErrorFields = {
  time: optional(time, 1, "Time of the error."),
  message: optional(text, 2, "Error message. It must not contain secrets."),
};

export interface VolumeError extends FieldsOf<typeof volumeErrorFields> {}

export const volumeError: StructSchema<VolumeError> = struct(
  "storage/v1.VolumeError",
  "Error of a volume.",
  volumeErrorFields,
);

const volumeAttachmentStatusFields = {
  attached: required(boolean, 1, "Whether the volume is attached."),
  attachmentMetadata: optional(map(text), 2, "Data from the driver about the attached volume."),
  attachError: pointer(volumeError, 3, "Last error of attaching the volume."),
  detachError: pointer(volumeError, 4, "Last error of detaching the volume."),
};

export interface VolumeAttachmentStatus extends FieldsOf<typeof volumeAttachmentStatusFields> {}

export const volumeAttachmentStatus: StructSchema<VolumeAttachmentStatus> = struct(
  "storage/v1.VolumeAttachmentStatus",
  "Observed state of an attachment.",
  volumeAttachmentStatusFields,
);

const volumeAttachmentFields = {
  spec: required(volumeAttachmentSpec, 2, "Volume, driver and node. Immutable."),
  status: optional(volumeAttachmentStatus, 3, "Observed state, which the driver's attacher writes."),
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
  doc: "Request to attach a volume to a node, with its state.",
  fields: volumeAttachmentFields,
});

/** PersistentVolumes that a plugin provides. */
import {
  boolean,
  type FieldsOf,
  map,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { flexVolumeSourceFields } from "./plugin-volumes.ts";
import { secretReference } from "./secret-reference.ts";

const csiPersistentVolumeSourceFields = {
  driver: required(text, 1, "Name of the driver."),
  volumeHandle: required(text, 2, "The driver's identifier of the volume."),
  readOnly: optional(boolean, 3, "Whether the volume is published read-only. Default: false."),
  fsType: optional(text, 4, "File system to mount."),
  volumeAttributes: optional(map(text), 5, "Properties for the driver."),
  controllerPublishSecretRef: pointer(secretReference, 6, "Secret for the driver to attach and detach the volume."),
  nodeStageSecretRef: pointer(secretReference, 7, "Secret for the driver to stage the volume on a node."),
  nodePublishSecretRef: pointer(secretReference, 8, "Secret for the driver to mount the volume."),
  controllerExpandSecretRef: pointer(secretReference, 9, "Secret for the driver's controller to expand the volume."),
  nodeExpandSecretRef: pointer(secretReference, 10, "Secret for the driver to expand the volume on a node."),
};

export interface CSIPersistentVolumeSource extends FieldsOf<typeof csiPersistentVolumeSourceFields> {}

export const csiPersistentVolumeSource: StructSchema<CSIPersistentVolumeSource> = struct(
  "core/v1.CSIPersistentVolumeSource",
  "Driver and identity of a CSI volume.",
  csiPersistentVolumeSourceFields,
);

const flexPersistentVolumeSourceFields = {
  ...flexVolumeSourceFields,
  secretRef: pointer(secretReference, 3, "Secret for the plugin's scripts."),
};

export interface FlexPersistentVolumeSource extends FieldsOf<typeof flexPersistentVolumeSourceFields> {}

export const flexPersistentVolumeSource: StructSchema<FlexPersistentVolumeSource> = struct(
  "core/v1.FlexPersistentVolumeSource",
  "Deprecated. Volume of an executable plugin on the node.",
  flexPersistentVolumeSourceFields,
);

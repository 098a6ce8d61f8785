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
  volumeAttributes: optional(map(text), 5, "Properties that are handed to the driver."),
  controllerPublishSecretRef: pointer(
    secretReference,
    6,
    "Secret that the driver gets when it attaches and detaches the volume.",
  ),
  nodeStageSecretRef: pointer(secretReference, 7, "Secret that the driver gets when it stages the volume on a node."),
  nodePublishSecretRef: pointer(secretReference, 8, "Secret that the driver gets when it mounts the volume."),
  controllerExpandSecretRef: pointer(
    secretReference,
    9,
    "Secret that the driver gets when its controller enlarges the volume.",
  ),
  nodeExpandSecretRef: pointer(secretReference, 10, "Secret that the driver gets when a node enlarges the volume."),
};

export interface CSIPersistentVolumeSource extends FieldsOf<typeof csiPersistentVolumeSourceFields> {}

export const csiPersistentVolumeSource: StructSchema<CSIPersistentVolumeSource> = struct(
  "core/v1.CSIPersistentVolumeSource",
  "A volume that a CSI driver manages.",
  csiPersistentVolumeSourceFields,
);

const flexPersistentVolumeSourceFields = {
  ...flexVolumeSourceFields,
  secretRef: pointer(secretReference, 3, "Secret that is handed to the plugin's scripts."),
};

export interface FlexPersistentVolumeSource extends FieldsOf<typeof flexPersistentVolumeSourceFields> {}

export const flexPersistentVolumeSource: StructSchema<FlexPersistentVolumeSource> = struct(
  "core/v1.FlexPersistentVolumeSource",
  "Deprecated. A volume made by an executable plugin on the node.",
  flexPersistentVolumeSourceFields,
);

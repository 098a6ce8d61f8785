/** Volumes that a plugin provides. */
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
import { localObjectReference } from "./local-object-reference.ts";

const csiVolumeSourceFields = {
  driver: required(text, 1, "Name of the driver."),
  readOnly: pointer(boolean, 2, "Whether the volume is read-only. Default: false."),
  fsType: pointer(text, 3, "File system to mount. Default: the driver's choice."),
  volumeAttributes: optional(map(text), 4, "Properties for the driver."),
  nodePublishSecretRef: pointer(localObjectReference, 5, "Secret for the driver to mount and unmount the volume."),
};

export interface CSIVolumeSource extends FieldsOf<typeof csiVolumeSourceFields> {}

export const csiVolumeSource: StructSchema<CSIVolumeSource> = struct(
  "core/v1.CSIVolumeSource",
  "Volume that a CSI driver creates for the lifetime of the Pod.",
  csiVolumeSourceFields,
);

export const flexVolumeSourceFields = {
  driver: required(text, 1, "Name of the driver.", { nonEmpty: true }),
  fsType: optional(text, 2, "File system to mount. Default: that of the driver's script."),
  secretRef: pointer(localObjectReference, 3, "Secret for the plugin's scripts."),
  readOnly: optional(boolean, 4, "Whether the volume is mounted read-only. Default: false."),
  options: optional(map(text), 5, "Further options for the driver."),
};

export interface FlexVolumeSource extends FieldsOf<typeof flexVolumeSourceFields> {}

export const flexVolumeSource: StructSchema<FlexVolumeSource> = struct(
  "core/v1.FlexVolumeSource",
  "Deprecated. Volume of an executable plugin on the node.",
  flexVolumeSourceFields,
);

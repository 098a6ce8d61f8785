import {
  boolean,
  type FieldsOf,
  namedText,
  openEnum,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";

const recursiveReadOnlyMode = namedText("v1.RecursiveReadOnlyMode");

const volumeMountFields = {
  name: required(text, 1, "Name of one of the Pod's volumes."),
  readOnly: optional(boolean, 2, "Whether the mount is read-only. Default: false."),
  recursiveReadOnly: pointer(
    recursiveReadOnlyMode,
    7,
    "Whether mounts below a read-only mount are read-only, too: Disabled, IfPossible or Enabled.",
    { featureGate: "RecursiveReadOnlyMounts" },
  ),
  mountPath: required(text, 3, "Path in the container. It must not contain a colon."),
  subPath: optional(text, 4, "Path in the volume that is mounted. Default: its root."),
  mountPropagation: pointer(
    openEnum("v1.MountPropagationMode", ["Bidirectional", "HostToContainer", "None"]),
    5,
    "Propagation of later mounts between host and container: None, HostToContainer or Bidirectional. Default: None.",
  ),
  subPathExpr: optional(
    text,
    6,
    "Like subPath, but $(NAME) is replaced by environment variables. Mutually exclusive with subPath.",
  ),
};

export interface VolumeMount extends FieldsOf<typeof volumeMountFields> {}

export const volumeMount: StructSchema<VolumeMount> = struct(
  "core/v1.VolumeMount",
  "Mount of a volume in a container's file system.",
  volumeMountFields,
);

const volumeDeviceFields = {
  name: required(text, 1, "Name of one of the Pod's volumes that refers to a claim."),
  devicePath: required(text, 2, "Path of the device in the container."),
};

export interface VolumeDevice extends FieldsOf<typeof volumeDeviceFields> {}

export const volumeDevice: StructSchema<VolumeDevice> = struct(
  "core/v1.VolumeDevice",
  "Device of a block volume in a container.",
  volumeDeviceFields,
);

const volumeMountStatusFields = {
  name: required(text, 1, "Name of the mount, as in the Pod's spec."),
  mountPath: required(text, 2, "Path in the container, as in the Pod's spec."),
  readOnly: optional(boolean, 3, "Whether the mount is read-only."),
  recursiveReadOnly: pointer(recursiveReadOnlyMode, 4, "Whether mounts below it are read-only: Disabled or Enabled.", {
    featureGate: "RecursiveReadOnlyMounts",
  }),
};

export interface VolumeMountStatus extends FieldsOf<typeof volumeMountStatusFields> {}

export const volumeMountStatus: StructSchema<VolumeMountStatus> = struct(
  "core/v1.VolumeMountStatus",
  "Volume mount in effect.",
  volumeMountStatusFields,
);

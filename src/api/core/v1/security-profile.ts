import {
  boolean,
  enumText,
  type FieldsOf,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";

const seLinuxOptionsFields = {
  user: optional(text, 1, "User part of the label."),
  role: optional(text, 2, "Role part of the label."),
  type: optional(text, 3, "Type part of the label."),
  level: optional(text, 4, "Level part of the label."),
};

export interface SELinuxOptions extends FieldsOf<typeof seLinuxOptionsFields> {}

export const seLinuxOptions: StructSchema<SELinuxOptions> = struct(
  "core/v1.SELinuxOptions",
  "SELinux label of a process.",
  seLinuxOptionsFields,
);

const seccompProfileFields = {
  type: required(
    enumText("v1.SeccompProfileType", ["Localhost", "RuntimeDefault", "Unconfined"]),
    1,
    "Type of the profile: Localhost (a file on the node), RuntimeDefault, or Unconfined.",
  ),
  localhostProfile: pointer(
    text,
    2,
    "Path of the profile below the node's seccomp directory. For type Localhost only.",
  ),
};

export interface SeccompProfile extends FieldsOf<typeof seccompProfileFields> {}

export const seccompProfile: StructSchema<SeccompProfile> = struct(
  "core/v1.SeccompProfile",
  "Seccomp profile, which restricts system calls.",
  seccompProfileFields,
  { alternatives: { discriminator: "type", fields: { localhostProfile: "LocalhostProfile" } } },
);

const appArmorProfileFields = {
  type: required(
    enumText("v1.AppArmorProfileType", ["Localhost", "RuntimeDefault", "Unconfined"]),
    1,
    "Type of the profile: Localhost (loaded on the node), RuntimeDefault, or Unconfined.",
  ),
  localhostProfile: pointer(text, 2, "Name of the profile loaded on the node. For type Localhost only."),
};

export interface AppArmorProfile extends FieldsOf<typeof appArmorProfileFields> {}

export const appArmorProfile: StructSchema<AppArmorProfile> = struct(
  "core/v1.AppArmorProfile",
  "AppArmor profile of a process.",
  appArmorProfileFields,
  { alternatives: { discriminator: "type", fields: { localhostProfile: "LocalhostProfile" } } },
);

const windowsSecurityContextOptionsFields = {
  gmsaCredentialSpecName: pointer(text, 1, "Name of the group managed service account specification to use."),
  gmsaCredentialSpec: pointer(text, 2, "Contents of that specification. A webhook usually sets them."),
  runAsUserName: pointer(text, 3, "User that runs the container's entry point. Default: the user of the image."),
  hostProcess: pointer(
    boolean,
    4,
    "Whether the container runs directly on the host. All containers of a Pod must have the same value. Requires hostNetwork.",
  ),
};

export interface WindowsSecurityContextOptions extends FieldsOf<typeof windowsSecurityContextOptionsFields> {}

export const windowsSecurityContextOptions: StructSchema<WindowsSecurityContextOptions> = struct(
  "core/v1.WindowsSecurityContextOptions",
  "Security settings of Windows containers.",
  windowsSecurityContextOptionsFields,
);

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
  "The SELinux labels of a process.",
  seLinuxOptionsFields,
);

const seccompProfileFields = {
  type: required(
    enumText("v1.SeccompProfileType", ["Localhost", "RuntimeDefault", "Unconfined"]),
    1,
    "Where the profile comes from: a file on the node, the container runtime, or none.",
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
  "Which system calls a process may make.",
  seccompProfileFields,
  { alternatives: { discriminator: "type", fields: { localhostProfile: "LocalhostProfile" } } },
);

const appArmorProfileFields = {
  type: required(
    enumText("v1.AppArmorProfileType", ["Localhost", "RuntimeDefault", "Unconfined"]),
    1,
    "Where the profile comes from: loaded on the node, the container runtime, or none.",
  ),
  localhostProfile: pointer(text, 2, "Name of the profile loaded on the node. For type Localhost only."),
};

export interface AppArmorProfile extends FieldsOf<typeof appArmorProfileFields> {}

export const appArmorProfile: StructSchema<AppArmorProfile> = struct(
  "core/v1.AppArmorProfile",
  "Which AppArmor profile confines a process.",
  appArmorProfileFields,
  { alternatives: { discriminator: "type", fields: { localhostProfile: "LocalhostProfile" } } },
);

const windowsSecurityContextOptionsFields = {
  gmsaCredentialSpecName: pointer(text, 1, "Name of the group managed service account specification to use."),
  gmsaCredentialSpec: pointer(text, 2, "Content of that specification; usually filled by a webhook."),
  runAsUserName: pointer(text, 3, "User that runs the container's entry point. Default: the user of the image."),
  hostProcess: pointer(
    boolean,
    4,
    "Whether the container runs directly on the host. The same in all containers of a Pod; needs hostNetwork.",
  ),
};

export interface WindowsSecurityContextOptions extends FieldsOf<typeof windowsSecurityContextOptionsFields> {}

export const windowsSecurityContextOptions: StructSchema<WindowsSecurityContextOptions> = struct(
  "core/v1.WindowsSecurityContextOptions",
  "Security settings of Windows containers.",
  windowsSecurityContextOptionsFields,
);

import {
  boolean,
  type FieldsOf,
  int64,
  list,
  namedText,
  openEnum,
  optional,
  pointer,
  type StructSchema,
  struct,
} from "../../../schema/index.ts";
import { appArmorProfile, seccompProfile, seLinuxOptions, windowsSecurityContextOptions } from "./security-profile.ts";

const capability = namedText("v1.Capability");

const capabilitiesFields = {
  add: optional(list(capability, { type: "atomic" }), 1, "Capabilities to add."),
  drop: optional(list(capability, { type: "atomic" }), 2, "Capabilities to remove."),
};

export interface Capabilities extends FieldsOf<typeof capabilitiesFields> {}

export const capabilities: StructSchema<Capabilities> = struct(
  "core/v1.Capabilities",
  "Changes to the runtime's default Linux capabilities.",
  capabilitiesFields,
);

const securityContextFields = {
  capabilities: pointer(capabilities, 1, "Linux capabilities to add or to remove. Default: those of the runtime."),
  privileged: pointer(
    boolean,
    2,
    "Whether the container runs with all privileges of the host's root user. Default: false.",
  ),
  seLinuxOptions: pointer(seLinuxOptions, 3, "SELinux label. Default: a random label per container."),
  windowsOptions: pointer(windowsSecurityContextOptions, 10, "Settings for Windows. Not allowed in a Linux Pod."),
  runAsUser: pointer(int64, 4, "User id of the entry point. Default: the user of the image."),
  runAsGroup: pointer(int64, 8, "Group id of the entry point. Default: the runtime's choice."),
  runAsNonRoot: pointer(boolean, 5, "Whether the container must not run as user 0."),
  readOnlyRootFilesystem: pointer(boolean, 6, "Whether the root file system is read-only. Default: false."),
  allowPrivilegeEscalation: pointer(
    boolean,
    7,
    "Whether a process can gain more privileges than its parent. Always true for privileged containers and with CAP_SYS_ADMIN.",
  ),
  procMount: pointer(
    openEnum("v1.ProcMountType", ["Default", "Unmasked"]),
    9,
    "Kind of the mount of /proc: Default, with the runtime's masked and read-only paths, or Unmasked. Default: Default.",
  ),
  seccompProfile: pointer(seccompProfile, 11, "Seccomp profile. It takes precedence over the Pod's profile."),
  appArmorProfile: pointer(appArmorProfile, 12, "AppArmor profile. It takes precedence over the Pod's profile."),
};

export interface SecurityContext extends FieldsOf<typeof securityContextFields> {}

export const securityContext: StructSchema<SecurityContext> = struct(
  "core/v1.SecurityContext",
  "Security settings of one container. They take precedence over those of the Pod.",
  securityContextFields,
);

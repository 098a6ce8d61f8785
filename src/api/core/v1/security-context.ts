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
  drop: optional(list(capability, { type: "atomic" }), 2, "Capabilities to take away."),
};

export interface Capabilities extends FieldsOf<typeof capabilitiesFields> {}

export const capabilities: StructSchema<Capabilities> = struct(
  "core/v1.Capabilities",
  "Changes to the Linux capabilities that the runtime grants.",
  capabilitiesFields,
);

const securityContextFields = {
  capabilities: pointer(capabilities, 1, "Linux capabilities to add or to drop. Default: what the runtime grants."),
  privileged: pointer(boolean, 2, "Whether the container runs with all rights of the host's root. Default: false."),
  seLinuxOptions: pointer(seLinuxOptions, 3, "SELinux labels. Default: a random label per container."),
  windowsOptions: pointer(windowsSecurityContextOptions, 10, "Settings for Windows; not allowed in a Linux Pod."),
  runAsUser: pointer(int64, 4, "User id of the entry point. Default: the user of the image."),
  runAsGroup: pointer(int64, 8, "Group id of the entry point. Default: the runtime's choice."),
  runAsNonRoot: pointer(boolean, 5, "Whether the node refuses to start the container as user 0."),
  readOnlyRootFilesystem: pointer(boolean, 6, "Whether the root file system is read-only. Default: false."),
  allowPrivilegeEscalation: pointer(
    boolean,
    7,
    "Whether a process may gain more rights than its parent. Always true when privileged or with CAP_SYS_ADMIN.",
  ),
  procMount: pointer(
    openEnum("v1.ProcMountType", ["Default", "Unmasked"]),
    9,
    "How /proc is mounted. Default: Default, the runtime's masked and read-only paths.",
  ),
  seccompProfile: pointer(seccompProfile, 11, "Allowed system calls. Wins over the Pod's profile."),
  appArmorProfile: pointer(appArmorProfile, 12, "AppArmor confinement. Wins over the Pod's profile."),
};

export interface SecurityContext extends FieldsOf<typeof securityContextFields> {}

export const securityContext: StructSchema<SecurityContext> = struct(
  "core/v1.SecurityContext",
  "Security settings of one container. They win over those of the Pod.",
  securityContextFields,
);

import {
  boolean,
  type FieldsOf,
  int64,
  list,
  namedText,
  openEnum,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { appArmorProfile, seccompProfile, seLinuxOptions, windowsSecurityContextOptions } from "./security-profile.ts";

const sysctlFields = {
  name: required(text, 1, "Name of the parameter.", { nonEmpty: true }),
  value: required(text, 2, "Value to set."),
};

export interface Sysctl extends FieldsOf<typeof sysctlFields> {}

export const sysctl: StructSchema<Sysctl> = struct("core/v1.Sysctl", "Kernel parameter.", sysctlFields);

const podSecurityContextFields = {
  seLinuxOptions: pointer(seLinuxOptions, 1, "SELinux label of all containers. Default: a random label per container."),
  windowsOptions: pointer(windowsSecurityContextOptions, 8, "Settings for Windows. Not allowed in a Linux Pod."),
  runAsUser: pointer(int64, 2, "User id of all entry points. Default: the user of the image."),
  runAsGroup: pointer(int64, 6, "Group id of all entry points. Default: the runtime's choice."),
  runAsNonRoot: pointer(boolean, 3, "Whether containers must not run as user 0."),
  supplementalGroups: optional(
    list(int64, { type: "atomic" }),
    4,
    "Further group ids of the first process in each container.",
  ),
  supplementalGroupsPolicy: pointer(
    openEnum("v1.SupplementalGroupsPolicy", ["Merge", "Strict"]),
    12,
    "Merge adds the user's groups in the image. Strict does not. Default: Merge.",
    { featureGate: "SupplementalGroupsPolicy" },
  ),
  fsGroup: pointer(
    int64,
    5,
    "Group id of the volumes that support ownership, and a further group id of all containers.",
  ),
  sysctls: optional(list(sysctl, { type: "atomic" }), 7, "Kernel parameters of the Pod's namespaces."),
  fsGroupChangePolicy: pointer(
    openEnum("v1.PodFSGroupChangePolicy", ["Always", "OnRootMismatch"]),
    9,
    "Time at which the ownership of volumes is changed: Always, or OnRootMismatch. Default: Always.",
  ),
  seccompProfile: pointer(seccompProfile, 10, "Seccomp profile of all containers, which restricts system calls."),
  appArmorProfile: pointer(appArmorProfile, 11, "AppArmor profile of all containers."),
  seLinuxChangePolicy: pointer(
    namedText("v1.PodSELinuxChangePolicy"),
    13,
    "Method of applying the Pod's SELinux label to volumes: MountOption or Recursive.",
    { featureGate: "SELinuxChangePolicy" },
  ),
};

export interface PodSecurityContext extends FieldsOf<typeof podSecurityContextFields> {}

export const podSecurityContext: StructSchema<PodSecurityContext> = struct(
  "core/v1.PodSecurityContext",
  "Security settings of a Pod. Most of them also apply to its containers.",
  podSecurityContextFields,
);

/** All checks, in the order of their violations: first those of the level baseline, each level in the order of the identifiers. */
import { addedCapabilities } from "./checks/added-capabilities.ts";
import { appArmor } from "./checks/app-armor.ts";
import { droppedCapabilities } from "./checks/dropped-capabilities.ts";
import { hostNamespaces } from "./checks/host-namespaces.ts";
import { hostPathVolumes } from "./checks/host-path-volumes.ts";
import { hostPorts } from "./checks/host-ports.ts";
import { nonRoot } from "./checks/non-root.ts";
import { privilegeEscalation } from "./checks/privilege-escalation.ts";
import { privilegedContainers } from "./checks/privileged-containers.ts";
import { procMount } from "./checks/proc-mount.ts";
import { rootUser } from "./checks/root-user.ts";
import { requiredSeccomp, seccompTypes } from "./checks/seccomp-profiles.ts";
import { selinuxOptions } from "./checks/selinux-options.ts";
import { sysctls } from "./checks/sysctls.ts";
import { volumeTypes } from "./checks/volume-types.ts";
import { windowsHostProcess } from "./checks/windows-host-process.ts";
import type { SecurityCheck } from "./security-check.ts";

/** Every check. */
export const securityChecks: readonly SecurityCheck[] = [
  appArmor,
  addedCapabilities,
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  privilegedContainers,
  procMount,
  selinuxOptions,
  seccompTypes,
  sysctls,
  windowsHostProcess,
  privilegeEscalation,
  droppedCapabilities,
  volumeTypes,
  nonRoot,
  rootUser,
  requiredSeccomp,
];

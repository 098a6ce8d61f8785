import type { CheckedContainer, PodCheck } from "../checked-pod.ts";
import type { SecurityCheck } from "../security-check.ts";
import { containersText, quoted, sortedSet } from "../violation.ts";

/** Capabilities that containers have by default. */
const defaultCapabilities: ReadonlySet<string> = new Set([
  "AUDIT_WRITE",
  "CHOWN",
  "DAC_OVERRIDE",
  "FOWNER",
  "FSETID",
  "KILL",
  "MKNOD",
  "NET_BIND_SERVICE",
  "SETFCAP",
  "SETGID",
  "SETPCAP",
  "SETUID",
  "SYS_CHROOT",
]);

/** Returns the detail about containers that add other capabilities than these. Undefined if there are none. */
export function otherCapabilities(
  containers: readonly CheckedContainer[],
  allowed: ReadonlySet<string>,
): string | undefined {
  const isOther = (capability: string): boolean => !allowed.has(capability);
  const bad = containers.filter(({ securityContext }) => securityContext?.capabilities?.add?.some(isOther));
  if (bad.length === 0) return undefined;
  const added = bad.flatMap(({ securityContext }) => securityContext?.capabilities?.add?.filter(isOther) ?? []);
  return `${containersText(bad)} must not include ${quoted(sortedSet(added))} in securityContext.capabilities.add`;
}

const limitAdded: PodCheck = ({ containers }) => {
  const detail = otherCapabilities(containers, defaultCapabilities);
  return detail === undefined ? undefined : { reason: "non-default capabilities", detail };
};

/** Containers can only add capabilities that they have by default. */
export const addedCapabilities: SecurityCheck = {
  id: "capabilities_baseline",
  level: "baseline",
  versions: [{ sinceMinor: 0, check: limitAdded }],
};

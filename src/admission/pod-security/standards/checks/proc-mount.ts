import type { CheckedContainer, PodCheck } from "../checked-pod.ts";
import type { SecurityCheck } from "../security-check.ts";
import { containersText, quoted, sortedSet } from "../violation.ts";

/** Returns the kind of a mount that is not the default. Undefined if the container has the default. */
function otherMount({ securityContext }: CheckedContainer): string | undefined {
  const mount = securityContext?.procMount;
  return mount === "Default" ? undefined : mount;
}

const requireDefaultMount: PodCheck = ({ containers, isUserNamespaceTrusted }) => {
  if (isUserNamespaceTrusted) return undefined;
  const bad = containers.filter((one) => otherMount(one) !== undefined);
  if (bad.length === 0) return undefined;
  const mounts = quoted(sortedSet(bad.map((one) => otherMount(one) ?? "")));
  return { reason: "procMount", detail: `${containersText(bad)} must not set securityContext.procMount to ${mounts}` };
};

/** Containers must see the usual part of /proc. */
export const procMount: SecurityCheck = {
  id: "procMount",
  level: "baseline",
  versions: [{ sinceMinor: 0, check: requireDefaultMount }],
};

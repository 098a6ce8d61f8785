import type { PodCheck } from "../checked-pod.ts";
import type { SecurityCheck } from "../security-check.ts";
import { containersText } from "../violation.ts";

const forbidPrivileged: PodCheck = ({ containers }) => {
  const bad = containers.filter(({ securityContext }) => securityContext?.privileged);
  if (bad.length === 0) return undefined;
  return { reason: "privileged", detail: `${containersText(bad)} must not set securityContext.privileged=true` };
};

/** Containers must not have all privileges of their host's root user. */
export const privilegedContainers: SecurityCheck = {
  id: "privileged",
  level: "baseline",
  versions: [{ sinceMinor: 0, check: forbidPrivileged }],
};

import { exceptWindows, type PodCheck } from "../checked-pod.ts";
import type { SecurityCheck } from "../security-check.ts";
import { containersText } from "../violation.ts";

const forbidEscalation: PodCheck = ({ containers }) => {
  const bad = containers.filter(({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false);
  if (bad.length === 0) return undefined;
  return {
    reason: "allowPrivilegeEscalation != false",
    detail: `${containersText(bad)} must set securityContext.allowPrivilegeEscalation=false`,
  };
};

/** Processes must not gain more privileges than their parents. */
export const privilegeEscalation: SecurityCheck = {
  id: "allowPrivilegeEscalation",
  level: "restricted",
  versions: [
    { sinceMinor: 8, check: forbidEscalation },
    { sinceMinor: 25, check: exceptWindows(forbidEscalation) },
  ],
};

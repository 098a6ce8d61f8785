import type { PodCheck } from "../checked-pod.ts";
import type { SecurityCheck } from "../security-check.ts";
import { settersText } from "../violation.ts";

const forbidRoot: PodCheck = ({ spec, containers, isUserNamespaceTrusted }) => {
  if (isUserNamespaceTrusted) return undefined;
  const isPod = spec.securityContext?.runAsUser === 0;
  const bad = containers.filter(({ securityContext }) => securityContext?.runAsUser === 0);
  if (!isPod && bad.length === 0) return undefined;
  return { reason: "runAsUser=0", detail: `${settersText(isPod, bad)} must not set runAsUser=0` };
};

/** Pods and containers must not select user 0. */
export const rootUser: SecurityCheck = {
  id: "runAsUser",
  level: "restricted",
  versions: [{ sinceMinor: 23, check: forbidRoot }],
};

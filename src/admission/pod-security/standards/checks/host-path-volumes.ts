import type { PodCheck } from "../checked-pod.ts";
import type { SecurityCheck } from "../security-check.ts";
import { namesText } from "../violation.ts";

const forbidHostPaths: PodCheck = ({ spec: { volumes = [] } }) => {
  const bad = volumes.filter(({ hostPath }) => hostPath !== undefined);
  return bad.length === 0 ? undefined : { reason: "hostPath volumes", detail: namesText("volume", bad) };
};

/** Pods must not mount paths of their host. */
export const hostPathVolumes: SecurityCheck = {
  id: "hostPathVolumes",
  level: "baseline",
  versions: [{ sinceMinor: 0, check: forbidHostPaths }],
};

import type { PodCheck } from "../checked-pod.ts";
import type { SecurityCheck } from "../security-check.ts";
import { settersText } from "../violation.ts";

const forbidHostProcesses: PodCheck = ({ spec, containers }) => {
  const isPod = spec.securityContext?.windowsOptions?.hostProcess === true;
  const bad = containers.filter(({ securityContext }) => securityContext?.windowsOptions?.hostProcess);
  if (!isPod && bad.length === 0) return undefined;
  const detail = `${settersText(isPod, bad)} must not set securityContext.windowsOptions.hostProcess=true`;
  return { reason: "hostProcess", detail };
};

/** Containers must not be processes of their Windows host. */
export const windowsHostProcess: SecurityCheck = {
  id: "windowsHostProcess",
  level: "baseline",
  versions: [{ sinceMinor: 0, check: forbidHostProcesses }],
};

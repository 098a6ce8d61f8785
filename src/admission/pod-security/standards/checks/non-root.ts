import type { PodCheck } from "../checked-pod.ts";
import type { SecurityCheck } from "../security-check.ts";
import { containersText, settersText } from "../violation.ts";

const reason = "runAsNonRoot != true";

const requireNonRoot: PodCheck = ({ spec, containers, isUserNamespaceTrusted }) => {
  if (isUserNamespaceTrusted) return undefined;
  const ofPod = spec.securityContext?.runAsNonRoot;
  const refusing = containers.filter(({ securityContext }) => securityContext?.runAsNonRoot === false);
  if (ofPod === false || refusing.length > 0) {
    const setters = settersText(ofPod === false, refusing);
    return { reason, detail: `${setters} must not set securityContext.runAsNonRoot=false` };
  }
  const silent = ofPod ? [] : containers.filter(({ securityContext }) => !securityContext?.runAsNonRoot);
  if (silent.length === 0) return undefined;
  return { reason, detail: `pod or ${containersText(silent)} must set securityContext.runAsNonRoot=true` };
};

/** Containers must not run as user 0, whatever their image says. */
export const nonRoot: SecurityCheck = {
  id: "runAsNonRoot",
  level: "restricted",
  versions: [{ sinceMinor: 0, check: requireNonRoot }],
};

import { localProfilePrefix } from "../../../../api/core/v1/profile-annotations.ts";
import { goQuote } from "../../../../meta/go-quote.ts";
import { type CheckedPod, exceptWindows, type PodCheck } from "../checked-pod.ts";
import type { SecurityCheck } from "../security-check.ts";
import { containersText, counted, quoted, settersText, sortedSet, type Violation } from "../violation.ts";

interface ProfileHolder {
  readonly seccompProfile?: { readonly type: string };
}

const reason = "seccompProfile";
const allowedTypes = new Set(["RuntimeDefault", "Localhost"]);
const allowedAnnotations = new Set(["runtime/default", "docker/default"]);

/** Returns the type of a profile that is not allowed. Undefined if there is none. */
function badType(holder: ProfileHolder | undefined): string | undefined {
  const type = holder?.seccompProfile?.type;
  return type === undefined || allowedTypes.has(type) ? undefined : type;
}

/** Rejects annotations, which releases before v1.19 had instead of fields. */
const limitAnnotations: PodCheck = ({ annotations, containers, names }) => {
  const keys = [names.seccompOfPod, ...containers.map(({ name }) => names.seccompPrefix + name)];
  const bad = keys.flatMap((key) => {
    const value = annotations[key];
    const isAllowed = value === undefined || allowedAnnotations.has(value) || value.startsWith(localProfilePrefix);
    return isAllowed ? [] : [`${key}=${goQuote(value)}`];
  });
  if (bad.length === 0) return undefined;
  const texts = sortedSet(bad);
  return { reason, detail: `forbidden ${counted("annotation", texts.length)} ${texts.join(", ")}` };
};

const limitProfiles: PodCheck = ({ spec, containers }) => {
  const ofPod = badType(spec.securityContext);
  const bad = containers.filter(({ securityContext }) => badType(securityContext) !== undefined);
  if (ofPod === undefined && bad.length === 0) return undefined;
  const types = bad.map(({ securityContext }) => badType(securityContext) ?? "");
  const values = quoted(sortedSet(ofPod === undefined ? types : [ofPod, ...types]));
  const setters = settersText(ofPod !== undefined, bad);
  return { reason, detail: `${setters} must not set securityContext.seccompProfile.type to ${values}` };
};

const requireProfiles: PodCheck = (pod) => limitProfiles(pod) ?? missingProfiles(pod);

function missingProfiles({ spec, containers }: CheckedPod): Violation | undefined {
  if (spec.securityContext?.seccompProfile) return undefined;
  const silent = containers.filter(({ securityContext }) => !securityContext?.seccompProfile);
  if (silent.length === 0) return undefined;
  const field = 'securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
  return { reason, detail: `pod or ${containersText(silent)} must set ${field}` };
}

/** Seccomp profiles must be those of the runtime or of the node. */
export const seccompTypes: SecurityCheck = {
  id: "seccompProfile_baseline",
  level: "baseline",
  versions: [
    { sinceMinor: 0, check: limitAnnotations },
    { sinceMinor: 19, check: limitProfiles },
  ],
};

/** All containers must have a seccomp profile. */
export const requiredSeccomp: SecurityCheck = {
  id: "seccompProfile_restricted",
  level: "restricted",
  includes: seccompTypes.id,
  versions: [
    { sinceMinor: 19, check: requireProfiles },
    { sinceMinor: 25, check: exceptWindows(requireProfiles) },
  ],
};

import { localProfilePrefix } from "../../../../api/core/v1/profile-annotations.ts";
import { goQuote } from "../../../../meta/go-quote.ts";
import type { CheckedPod, PodCheck } from "../checked-pod.ts";
import type { SecurityCheck } from "../security-check.ts";
import { counted, quoted, settersText, sortedSet } from "../violation.ts";

interface ProfileHolder {
  readonly appArmorProfile?: { readonly type: string };
}

const allowedTypes = new Set(["RuntimeDefault", "Localhost"]);

/** Returns the type of a profile that is not allowed. Undefined if there is none. */
function badType(holder: ProfileHolder | undefined): string | undefined {
  const type = holder?.appArmorProfile?.type;
  return type === undefined || allowedTypes.has(type) ? undefined : type;
}

function badAnnotations({ annotations, names }: CheckedPod): readonly string[] {
  const isAllowed = (value: string): boolean =>
    value === "" || value === "runtime/default" || value.startsWith(localProfilePrefix);
  const bad: string[] = [];
  for (const key in annotations) {
    const value = annotations[key] ?? "";
    if (key.startsWith(names.appArmorPrefix) && !isAllowed(value)) bad.push(`${key}=${goQuote(value)}`);
  }
  return bad.sort();
}

const limitProfiles: PodCheck = (pod) => {
  const ofPod = badType(pod.spec.securityContext);
  const containers = pod.containers.filter(({ securityContext }) => badType(securityContext) !== undefined);
  const annotations = badAnnotations(pod);
  if (ofPod === undefined && containers.length === 0 && annotations.length === 0) return undefined;
  const types = containers.map(({ securityContext }) => badType(securityContext) ?? "");
  const values = [...sortedSet(ofPod === undefined ? types : [ofPod, ...types]), ...annotations];
  const fields = settersText(ofPod !== undefined, containers);
  const setters = [
    ...(fields === "" ? [] : [fields]),
    ...(annotations.length === 0 ? [] : [counted("annotation", annotations.length)]),
  ];
  return {
    reason: counted("forbidden AppArmor profile", values.length),
    detail: `${setters.join(" and ")} must not set AppArmor profile type to ${quoted(values)}`,
  };
};

/** AppArmor profiles must be those of the runtime or of the node. */
export const appArmor: SecurityCheck = {
  id: "appArmorProfile",
  level: "baseline",
  versions: [{ sinceMinor: 0, check: limitProfiles }],
};

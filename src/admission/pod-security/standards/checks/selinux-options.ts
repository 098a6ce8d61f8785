import type { PodCheck } from "../checked-pod.ts";
import type { SecurityCheck } from "../security-check.ts";
import { counted, quoted, settersText, sortedSet } from "../violation.ts";

interface Options {
  readonly user?: string;
  readonly role?: string;
  readonly type?: string;
}

/** Returns the check that allows these types. */
function limitOptions(types: readonly string[]): PodCheck {
  const isOtherType = ({ type = "" }: Options): boolean => type !== "" && !types.includes(type);
  const isBad = (options: Options | undefined): options is Options =>
    options !== undefined && (isOtherType(options) || !!options.user || !!options.role);
  return ({ spec, containers }) => {
    const ofPod = spec.securityContext?.seLinuxOptions;
    const bad = containers.filter(({ securityContext }) => isBad(securityContext?.seLinuxOptions));
    if (!isBad(ofPod) && bad.length === 0) return undefined;
    const options = [ofPod, ...bad.map(({ securityContext }) => securityContext?.seLinuxOptions)].filter(isBad);
    const otherTypes = sortedSet(options.filter(isOtherType).map(({ type = "" }) => type));
    const data = [
      ...(otherTypes.length === 0 ? [] : [`${counted("type", otherTypes.length)} ${quoted(otherTypes)}`]),
      ...(options.some(({ user }) => user) ? ["user may not be set"] : []),
      ...(options.some(({ role }) => role) ? ["role may not be set"] : []),
    ];
    const setters = settersText(isBad(ofPod), bad);
    const detail = `${setters} set forbidden securityContext.seLinuxOptions: ${data.join("; ")}`;
    return { reason: "seLinuxOptions", detail };
  };
}

const usualTypes = ["container_t", "container_init_t", "container_kvm_t"];

/** SELinux labels can only have types for containers, and the default user and role. */
export const selinuxOptions: SecurityCheck = {
  id: "seLinuxOptions",
  level: "baseline",
  versions: [
    { sinceMinor: 0, check: limitOptions(usualTypes) },
    { sinceMinor: 31, check: limitOptions([...usualTypes, "container_engine_t"]) },
  ],
};

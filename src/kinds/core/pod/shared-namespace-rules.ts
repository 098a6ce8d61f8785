/** Rules of settings that conflict with the use of a namespace of the node. */
import type { PodSpec } from "../../../api/index.ts";
import { invalidField } from "../../../meta/field-error.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { previousValue } from "../../previous-value.ts";
import { at } from "../../reporting.ts";

/**
 * Kernel parameters of the network namespace and the IPC namespace. A Pod that uses the node's namespace must not set
 * them.
 */
const networkSysctl = /^net\./;
const ipcSysctl = /^(?:kernel\.(?:shm|msg|sem$)|fs\.mqueue\.)/;

/**
 * Reports settings that conflict with a shared namespace.
 * @param context at the Pod's spec
 */
export function reportSharedSettings(spec: PodSpec, context: ValidationContext): void {
  if (spec.shareProcessNamespace === true && spec.hostPID === true) {
    const why = "ShareProcessNamespace and HostPID cannot both be enabled";
    context.report(invalidField(at(context, "securityContext.shareProcessNamespace"), true, why));
  }
  (spec.securityContext?.sysctls ?? []).forEach(({ name }, index) => {
    const shared = sharedNamespace(name, spec);
    if (shared === undefined || setsNodeSysctl(previousValue<PodSpec>(context))) return;
    const path = at(context, `securityContext.sysctls[${index}].name`);
    context.report(invalidField(path, name, `may not be specified when '${shared}' is true`));
  });
}

function setsNodeSysctl(spec: PodSpec | undefined): boolean {
  return (spec?.securityContext?.sysctls ?? []).some(({ name }) => spec && sharedNamespace(name, spec) !== undefined);
}

/** Returns the field that makes the Pod use the node's namespace to which the parameter belongs. */
function sharedNamespace(sysctl: string, { hostNetwork, hostIPC }: PodSpec): "hostNetwork" | "hostIPC" | undefined {
  // The first separator decides between the two notations. In the notation with slashes, dots and slashes are swapped.
  const spelled = /^[^.]*\//.test(sysctl) ? sysctl.replaceAll("/", ".") : sysctl;
  if (hostNetwork === true && networkSysctl.test(spelled)) return "hostNetwork";
  return hostIPC === true && ipcSysctl.test(spelled) ? "hostIPC" : undefined;
}

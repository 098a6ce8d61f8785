/** Settings that a Pod must not have because its operating system does not support them. */
import { type PodOS, podOS } from "../../../api/core/v1/pod-spec.ts";
import type { PodSpec, SecurityContext } from "../../../api/index.ts";
import { valueAt } from "../../../base/paths.ts";
import { forbiddenField, notSupportedField, requiredField } from "../../../meta/field-error.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { at } from "../../reporting.ts";
import { placedContainers } from "../container/containers.ts";

/** Rules of the field `os` of a Pod's spec. */
export const osRules: readonly RuleEntry[] = [rulesFor(podOS, { validate: reportOs })];

function reportOs({ name }: PodOS, context: ValidationContext): void {
  if (name === "") context.report(requiredField(at(context, "name"), "cannot be empty"));
  else if (name !== "linux" && name !== "windows") {
    context.report(notSupportedField(at(context, ""), name, ["linux", "windows"]));
  }
}

const linuxOnlyInPod = [
  "securityContext.appArmorProfile",
  "securityContext.seLinuxOptions",
  "hostUsers",
  "hostPID",
  "hostIPC",
  "securityContext.seccompProfile",
  "securityContext.fsGroup",
  "securityContext.fsGroupChangePolicy",
  "securityContext.sysctls",
  "shareProcessNamespace",
  "securityContext.runAsUser",
  "securityContext.runAsGroup",
  "securityContext.supplementalGroups",
  "securityContext.supplementalGroupsPolicy",
  "securityContext.seLinuxChangePolicy",
] as const;

const linuxOnlyInContainer = [
  "appArmorProfile",
  "seLinuxOptions",
  "seccompProfile",
  "capabilities",
  "readOnlyRootFilesystem",
  "privileged",
  "allowPrivilegeEscalation",
  "procMount",
  "runAsUser",
  "runAsGroup",
] as const satisfies readonly (keyof SecurityContext)[];

/** Fields of a container's security context that are forbidden on one of the operating systems. */
export const foreignSettings: readonly string[] = [...linuxOnlyInContainer, "windowsOptions"];

/** Fields of a Pod's spec, outside its containers, that are forbidden on one of the operating systems. */
export const foreignPodSettings: readonly string[] = [...linuxOnlyInPod, "securityContext.windowsOptions"];

/**
 * Reports settings that the operating system in `spec.os` does not support.
 * @param context at the Pod's spec
 */
export function reportForeignSettings(spec: PodSpec, context: ValidationContext): void {
  const rejected = spec.os?.name === "linux" ? notForLinux : spec.os?.name === "windows" ? notForWindows : undefined;
  if (!rejected) return;
  const { inPod, inContainer, why } = rejected;
  for (const path of inPod) {
    if (valueAt(spec, path) !== undefined) context.report(forbiddenField(at(context, path), why));
  }
  for (const { container, part } of placedContainers(spec)) {
    for (const field of inContainer) {
      if (container.securityContext?.[field] === undefined) continue;
      context.report(forbiddenField(at(context, `${part}.securityContext.${field}`), why));
    }
  }
}

interface Rejected {
  readonly inPod: readonly string[];
  readonly inContainer: readonly (keyof SecurityContext)[];
  readonly why: string;
}

const notForLinux: Rejected = {
  inPod: ["securityContext.windowsOptions"],
  inContainer: ["windowsOptions"],
  why: "windows options cannot be set for a linux pod",
};

const notForWindows: Rejected = {
  inPod: linuxOnlyInPod,
  inContainer: linuxOnlyInContainer,
  why: "cannot be set for a windows pod",
};

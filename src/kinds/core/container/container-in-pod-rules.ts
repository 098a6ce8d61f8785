/** Rules of containers that depend on the rest of the Pod's spec. */
import type { Container, EphemeralContainer, PodSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import {
  duplicateField,
  forbiddenField,
  invalidField,
  notSupportedField,
  requiredField,
} from "../../../meta/field-error.ts";
import { GoText } from "../../../meta/go-quote.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { previousValue } from "../../previous-value.ts";
import { repeatIndexes } from "../../repeats.ts";
import { at, reportUnsupported, within } from "../../reporting.ts";
import { reportPodLevelClaims, reportUncoveredResources } from "../pod/pod-level-resources.ts";
import { containerResourceErrors, podResourceErrors } from "../resources/resource-names.ts";
import { hasBrokenPages, reportContainerResources, reportResources } from "../resources/resource-rules.ts";
import { placedContainers } from "./containers.ts";

type AnyContainer = Container | EphemeralContainer;

/**
 * Reports resources, resize policies and proc mounts that the Pod does not allow.
 * @param context at the Pod's spec
 */
export function reportContainersInPod(spec: PodSpec, context: ValidationContext): void {
  reportResourcesInPod(spec, context);
  for (const { container, part } of placedContainers(spec)) {
    const place = within(context, part);
    reportResizePolicy(container, spec, place);
    reportProcMount(container, spec, place);
  }
}

function reportResourcesInPod(spec: PodSpec, context: ValidationContext): void {
  const claimNames = new Set((spec.resourceClaims ?? []).map(({ name }) => name).filter((name) => name !== ""));
  const allowsBrokenPages = (): boolean => {
    const former = previousValue<PodSpec>(context);
    return former !== undefined && hasBrokenPages(former);
  };
  const check = { claimNames, allowsBrokenPages, nameErrors: containerResourceErrors };
  for (const { container, part } of placedContainers(spec)) {
    if (container.resources) reportResources(container.resources, within(context, `${part}.resources`), check);
  }
  const { resources } = spec;
  if (resources && context.write.isEnabled("PodLevelResources")) {
    // The causes are in this order.
    reportPodLevelClaims(resources, context);
    reportResources(resources, within(context, "resources"), { ...check, nameErrors: podResourceErrors });
    reportUncoveredResources(spec, resources, context);
  }
  if (spec.overhead) reportContainerResources(within(context, "overhead"), "limits", spec.overhead, check);
}

const resizableResources = ["cpu", "memory"];
const resizePolicies = ["NotRequired", "RestartContainer"];

/** Reports invalid resize policies. If the Pod never restarts containers, a resize cannot restart them either. */
function reportResizePolicy(
  { resizePolicy = [] }: DeepReadonly<AnyContainer>,
  { restartPolicy: podPolicy }: PodSpec,
  context: ValidationContext,
): void {
  const repeats = repeatIndexes(resizePolicy.map(({ resourceName }) => resourceName));
  resizePolicy.forEach(({ resourceName, restartPolicy }, index) => {
    const resource = new GoText(resourceName);
    if (repeats.has(index)) context.report(duplicateField(at(context, `resizePolicy[${index}]`), resource));
    const path = at(context, "resizePolicy");
    if (resourceName === "") context.report(requiredField(path));
    else if (!resizableResources.includes(resourceName)) {
      context.report(notSupportedField(path, resource, resizableResources));
    }
    if (restartPolicy === "") context.report(requiredField(path));
    else reportUnsupported(context, "resizePolicy", restartPolicy, resizePolicies);
    if (podPolicy !== "Never" || restartPolicy === "NotRequired") return;
    context.report(invalidField(path, restartPolicy, "must be 'NotRequired' when `restartPolicy` is 'Never'"));
  });
}

function reportProcMount(
  { securityContext }: DeepReadonly<AnyContainer>,
  { hostUsers }: PodSpec,
  context: ValidationContext,
): void {
  if (securityContext?.procMount !== "Unmasked" || hostUsers === false) return;
  const path = at(context, "securityContext.procMount");
  context.report(invalidField(path, "Unmasked", "`hostUsers` must be false to use `Unmasked`"));
}

/**
 * Reports host namespaces in a Pod with its own user namespace. The user ids of the Pod have no meaning on the host.
 * @param context at the Pod's spec
 */
export function reportHostUsers(spec: PodSpec, context: ValidationContext): void {
  if (spec.hostUsers !== false) return;
  const reject = (part: string): void => {
    context.report(forbiddenField(at(context, part), "when `pod.Spec.HostUsers` is false"));
  };
  if (spec.hostNetwork) reject("hostNetwork");
  // The reference spells the paths of these two errors with capital letters.
  if (spec.hostPID) reject("HostPID");
  if (spec.hostIPC) reject("HostIPC");
}

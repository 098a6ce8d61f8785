/** What a container may ask for depends on its Pod. */
import type { Container, EphemeralContainer, PodSpec } from "../../api/index.ts";
import { forbiddenField, invalidField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { formerValue } from "../former.ts";
import { at, within } from "../reporting.ts";
import { placedContainers } from "./containers.ts";
import { reportPodLevelResources } from "./pod-level-resources.ts";
import { containerResourceErrors, podResourceErrors } from "./resource-names.ts";
import { hasBrokenPages, reportContainerResources, reportResources } from "./resource-rules.ts";

type AnyContainer = Container | EphemeralContainer;

/** @param context stands at the Pod's spec */
export function reportContainersInPod(spec: PodSpec, context: ValidationContext): void {
  reportResourcesInPod(spec, context);
  for (const { container, part } of placedContainers(spec)) {
    const place = within(context, part);
    if (spec.restartPolicy === "Never") reportResizeOfNever(container, place);
    reportProcMount(container, spec, place);
  }
}

function reportResourcesInPod(spec: PodSpec, context: ValidationContext): void {
  const claimNames = new Set((spec.resourceClaims ?? []).map(({ name }) => name).filter((name) => name !== ""));
  const allowsBrokenPages = (): boolean => {
    const former = formerValue<PodSpec>(context);
    return former !== undefined && hasBrokenPages(former);
  };
  const check = { claimNames, allowsBrokenPages, nameErrors: containerResourceErrors };
  for (const { container, part } of placedContainers(spec)) {
    if (container.resources) reportResources(container.resources, within(context, `${part}.resources`), check);
  }
  if (spec.resources && context.write.isEnabled("PodLevelResources")) {
    reportPodLevelResources(spec, context);
    reportResources(spec.resources, within(context, "resources"), { ...check, nameErrors: podResourceErrors });
  }
  if (spec.overhead) reportContainerResources(within(context, "overhead"), "limits", spec.overhead, check);
}

/** Containers that are never restarted cannot be restarted for a resize. */
function reportResizeOfNever({ resizePolicy = [] }: AnyContainer, context: ValidationContext): void {
  for (const { restartPolicy } of resizePolicy) {
    if (restartPolicy === "NotRequired") continue;
    const why = "must be 'NotRequired' when `restartPolicy` is 'Never'";
    context.report(invalidField(at(context, "resizePolicy"), restartPolicy, why));
  }
}

function reportProcMount({ securityContext }: AnyContainer, { hostUsers }: PodSpec, context: ValidationContext): void {
  if (securityContext?.procMount !== "Unmasked" || hostUsers === false) return;
  const path = at(context, "securityContext.procMount");
  context.report(invalidField(path, "Unmasked", "`hostUsers` must be false to use `Unmasked`"));
}

/** Ids in the Pod are not those of its node, so it cannot share what they stand for there. */
export function reportHostUsers(spec: PodSpec, context: ValidationContext): void {
  if (spec.hostUsers !== false) return;
  const refuse = (part: string): void => {
    context.report(forbiddenField(at(context, part), "when `pod.Spec.HostUsers` is false"));
  };
  if (spec.hostNetwork) refuse("hostNetwork");
  // Clients know these two in another spelling.
  if (spec.hostPID) refuse("HostPID");
  if (spec.hostIPC) refuse("HostIPC");
}

/**
 * Rules of Windows HostProcess containers. Either all containers of a Pod run on the host or none, and they use its
 * network.
 */
import type { PodSpec } from "../../../api/index.ts";
import { unprivilegedOnly } from "../../../meta/feature-gates.ts";
import { forbiddenField, invalidField } from "../../../meta/field-error.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { at } from "../../reporting.ts";
import { placedContainers } from "../container/containers.ts";

/**
 * Reports a Pod whose HostProcess settings contradict each other.
 * @param context at the Pod's spec
 */
export function reportHostProcess(spec: PodSpec, context: ValidationContext): void {
  const podWide = spec.securityContext?.windowsOptions?.hostProcess;
  const containers = placedContainers(spec).map(({ container, part }) => ({
    own: container.securityContext?.windowsOptions?.hostProcess,
    part,
  }));
  for (const { own, part } of containers) {
    if (podWide === undefined || own === undefined || own === podWide) continue;
    const path = at(context, `${part}.securityContext.windowsOptions.hostProcess`);
    const why = `pod hostProcess value must be identical if both are specified, was ${podWide}`;
    context.report(invalidField(path, own, why));
  }
  const count = containers.filter(({ own }) => own ?? podWide).length;
  if (count > 0) reportSharing(spec, context, count === containers.length);
}

function reportSharing({ hostNetwork }: PodSpec, context: ValidationContext, areAll: boolean): void {
  if (!areAll) {
    const why = "If pod contains any hostProcess containers then all containers must be HostProcess containers";
    context.report(invalidField(at(context, ""), "", why));
  }
  if (hostNetwork !== true) {
    const why = "hostNetwork must be true if pod contains any hostProcess containers";
    context.report(invalidField(at(context, "hostNetwork"), false, why));
  }
  if (context.write.isEnabled(unprivilegedOnly)) {
    context.report(forbiddenField(at(context, ""), "hostProcess containers are disallowed by cluster policy"));
  }
}

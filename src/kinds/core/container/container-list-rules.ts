/** What the three lists of containers in a Pod's spec ask of their items, and of each other. */
import type { Container, ContainerResizePolicy, PodSpec, Probe } from "../../../api/index.ts";
import {
  duplicateField,
  type FieldError,
  forbiddenField,
  invalidField,
  notSupportedField,
} from "../../../meta/field-error.ts";
import { GoText, goQuote } from "../../../meta/go-quote.ts";
import { goStructList } from "../../../meta/go-struct.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { formerValue } from "../../former.ts";
import { at, within } from "../../reporting.ts";
import { isRestartable, mainContainers } from "./containers.ts";
import { reportSleeps } from "./sleep-rules.ts";

export function reportContainerLists(spec: PodSpec, context: ValidationContext): void {
  reportNames(spec, context);
  reportHostPortClashes(mainContainers(spec), context, (index) => ({ path: `containers[${index}]` }));
  mainContainers(spec).forEach((container, index) => reportMain(container, within(context, `containers[${index}]`)));
  (spec.initContainers ?? []).forEach((container, index) => {
    // Each runs alone, and clients know the container's index as 0.
    const sortPath = at(context, `initContainers[${index}]`);
    reportHostPortClashes([container], context, () => ({ path: "initContainers[0]", sortPath }));
    reportInit(container, within(context, `initContainers[${index}]`));
  });
  reportInitResizePolicies(spec, context);
  reportSleeps(spec, context);
}

/**
 * A name is used once in all lists; the later use is the error. As in the reference, a missing name counts as a name, but not
 * among init containers.
 */
function reportNames(spec: PodSpec, context: ValidationContext): void {
  const { initContainers = [], ephemeralContainers = [] } = spec;
  const seen = new Set<string>();
  const check = (list: readonly { readonly name: string }[], part: string): void => {
    list.forEach(({ name }, index) => {
      if (seen.has(name)) context.report(duplicateField(at(context, `${part}[${index}].name`), name));
      if (name !== "" || part !== "initContainers") seen.add(name);
    });
  };
  check(mainContainers(spec), "containers");
  check(initContainers, "initContainers");
  check(ephemeralContainers, "ephemeralContainers");
}

/** @param pathOf the path of a container as clients know it */
function reportHostPortClashes(
  containers: readonly Container[],
  context: ValidationContext,
  pathOf: (index: number) => Pick<FieldError, "path" | "sortPath">,
): void {
  const seen = new Set<string>();
  containers.forEach((container, index) => {
    container.ports?.forEach(({ hostPort = 0, hostIP = "", protocol = "" }, portIndex) => {
      if (hostPort === 0) return;
      const use = `${protocol}/${hostIP}/${hostPort}`;
      if (seen.has(use)) {
        const { path, sortPath } = pathOf(index);
        const part = `.ports[${portIndex}].hostPort`;
        const error = duplicateField(at(context, path + part), use);
        context.report(sortPath === undefined ? error : { ...error, sortPath: sortPath + part });
      }
      seen.add(use);
    });
  });
}

/** Reports what the lists ask of probes. Runs after the probes themselves are validated. */
export function reportListedProbes(spec: PodSpec, context: ValidationContext): void {
  mainContainers(spec).forEach((container, index) => reportProbes(container, within(context, `containers[${index}]`)));
  (spec.initContainers ?? []).forEach((container, index) => {
    if (isRestartable(container)) reportProbes(container, within(context, `initContainers[${index}]`));
  });
}

function reportMain(container: Container, context: ValidationContext): void {
  if (container.restartPolicy !== undefined) {
    context.report(forbiddenField(at(context, "restartPolicy"), "may not be set for non-init containers"));
  }
}

const forRestartable = ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"] as const;

function reportInit(container: Container, context: ValidationContext): void {
  const { restartPolicy } = container;
  if (restartPolicy !== undefined && !isRestartable(container)) {
    context.report(notSupportedField(at(context, "restartPolicy"), restartPolicy, ["Always"]));
  }
  if (isRestartable(container)) return;
  const why = "may not be set for init containers without restartPolicy=Always";
  for (const field of forRestartable) {
    if (container[field]) context.report(forbiddenField(at(context, field), why));
  }
}

/** Place below a list for the error of a list that may not be set at all. It is sorted apart from the errors of items. */
export const wholeList = "whole";

/** Of init containers that keep running, the policy may stay where there was one. */
function reportInitResizePolicies({ initContainers = [] }: PodSpec, context: ValidationContext): void {
  initContainers.forEach(({ resizePolicy = [] }, index) => {
    if (resizePolicy.length === 0 || hadInitResizePolicy(context)) return;
    const path = at(context, `initContainers[${index}].resizePolicy`);
    const error = invalidField(path, goResizePolicy(resizePolicy), "must not be set for init containers");
    context.report({ ...error, sortPath: `${path}.${wholeList}` });
  });
}

function goResizePolicy(policies: readonly ContainerResizePolicy[]): GoText {
  const print = goStructList("core.ContainerResizePolicy", policies, ({ resourceName, restartPolicy }) => ({
    ResourceName: goQuote(resourceName),
    RestartPolicy: goQuote(restartPolicy),
  }));
  return new GoText(print);
}

function hadInitResizePolicy(context: ValidationContext): boolean {
  const { initContainers = [] } = formerValue<PodSpec>(context) ?? {};
  return initContainers.some((one) => isRestartable(one) && (one.resizePolicy ?? []).length > 0);
}

function reportProbes({ livenessProbe, readinessProbe, startupProbe }: Container, context: ValidationContext): void {
  reportSuccessThreshold(livenessProbe, context, "livenessProbe");
  const grace = readinessProbe?.terminationGracePeriodSeconds;
  if (grace !== undefined) {
    const path = at(context, "readinessProbe.terminationGracePeriodSeconds");
    context.report(invalidField(path, grace, "must not be set for readinessProbes"));
  }
  reportSuccessThreshold(startupProbe, context, "startupProbe");
}

function reportSuccessThreshold(probe: Probe | undefined, context: ValidationContext, part: string): void {
  if (!probe) return;
  const { successThreshold = 0 } = probe;
  if (successThreshold === 1) return;
  context.report(invalidField(at(context, `${part}.successThreshold`), successThreshold, "must be 1"));
}

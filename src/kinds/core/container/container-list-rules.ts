/** Rules of the three lists of containers in a Pod's spec, and rules across these lists. */
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
import { previousValue } from "../../previous-value.ts";
import { at, within } from "../../reporting.ts";
import { isRestartable, mainContainers } from "./containers.ts";
import { reportSleeps } from "./sleep-rules.ts";

/**
 * Reports errors of the lists of containers, apart from probes and ephemeral containers.
 * @param context at the Pod's spec
 */
export function reportContainerLists(spec: PodSpec, context: ValidationContext): void {
  reportNames(spec, context);
  reportHostPortClashes(mainContainers(spec), context, (index) => ({ path: `containers[${index}]` }));
  mainContainers(spec).forEach((container, index) => reportMain(container, within(context, `containers[${index}]`)));
  (spec.initContainers ?? []).forEach((container, index) => {
    // Init containers run one at a time, so each is checked alone. The reference reports the index 0 for all of them.
    const sortPath = at(context, `initContainers[${index}]`);
    reportHostPortClashes([container], context, () => ({ path: "initContainers[0]", sortPath }));
    reportInit(container, within(context, `initContainers[${index}]`));
  });
  reportInitResizePolicies(spec, context);
  reportSleeps(spec, context);
}

/**
 * Reports names that occur more than once in the three lists. The error is at the later one. As in the reference, an
 * empty name counts as a name, except in the list of init containers.
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

/** @param pathOf returns the path of a container that the error shows, and its position in the order of errors */
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

/** Reports probes that the lists do not allow. Runs after the probes themselves are validated. */
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

/** Last step of the position of an error about a whole list. It sorts the error apart from those of the items. */
export const wholeList = "whole";

/**
 * Reports resize policies of init containers. They are allowed if the stored Pod has a restartable init container with
 * one.
 */
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
  const { initContainers = [] } = previousValue<PodSpec>(context) ?? {};
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

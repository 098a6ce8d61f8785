/** What the three lists of containers in a Pod's spec ask of their items, and of each other. */
import type { Container, EphemeralContainer, Lifecycle, PodSpec, Probe } from "../../api/index.ts";
import {
  duplicateField,
  forbiddenField,
  invalidField,
  notFoundField,
  notSupportedField,
} from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at, within } from "../reporting.ts";
import { isRestartable, mainContainers, placedContainers } from "./containers.ts";

export function reportContainerLists(spec: PodSpec, context: ValidationContext): void {
  reportNames(spec, context);
  reportHostPortClashes(mainContainers(spec), within(context, "containers"));
  mainContainers(spec).forEach((container, index) =>
    reportMain(container, spec, within(context, `containers[${index}]`)),
  );
  (spec.initContainers ?? []).forEach((container, index) => {
    // Each runs alone, and clients know the container's place as 0.
    reportHostPortClashes([container], within(context, "initContainers"));
    reportInit(container, spec, within(context, `initContainers[${index}]`));
  });
  reportEphemeralContainers(spec, context);
  if (spec.restartPolicy === "Never") reportResizeOfNever(spec, context);
}

/** A name is used once in all lists; the later use is the error. */
function reportNames(spec: PodSpec, context: ValidationContext): void {
  const { initContainers = [], ephemeralContainers = [] } = spec;
  const seen = new Set<string>();
  const check = (list: readonly { readonly name: string }[], part: string): void => {
    list.forEach(({ name }, index) => {
      if (seen.has(name)) context.report(duplicateField(at(context, `${part}[${index}].name`), name));
      if (name !== "") seen.add(name);
    });
  };
  check(mainContainers(spec), "containers");
  check(initContainers, "initContainers");
  check(ephemeralContainers, "ephemeralContainers");
}

function reportHostPortClashes(containers: readonly Container[], context: ValidationContext): void {
  const seen = new Set<string>();
  containers.forEach(({ ports = [] }, index) => {
    ports.forEach(({ hostPort = 0, hostIP = "", protocol }, portIndex) => {
      if (hostPort === 0) return;
      const use = `${protocol ?? ""}/${hostIP}/${hostPort}`;
      if (seen.has(use)) context.report(duplicateField(at(context, `[${index}].ports[${portIndex}].hostPort`), use));
      seen.add(use);
    });
  });
}

function reportMain(container: Container, spec: PodSpec, context: ValidationContext): void {
  reportLifecycle(container.lifecycle, spec, context);
  reportProbes(container, context);
  if (container.restartPolicy !== undefined) {
    context.report(forbiddenField(at(context, "restartPolicy"), "may not be set for non-init containers"));
  }
  reportProcMount(container, spec, context);
}

const forRestartable = ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"] as const;

function reportInit(container: Container, spec: PodSpec, context: ValidationContext): void {
  const { restartPolicy, resizePolicy } = container;
  if (restartPolicy !== undefined && !isRestartable(container)) {
    context.report(notSupportedField(at(context, "restartPolicy"), restartPolicy, ["Always"]));
  }
  if (isRestartable(container)) {
    reportLifecycle(container.lifecycle, spec, context);
    reportProbes(container, context);
  } else {
    const why = "may not be set for init containers without restartPolicy=Always";
    for (const field of forRestartable) {
      if (container[field]) context.report(forbiddenField(at(context, field), why));
    }
  }
  if (resizePolicy) {
    context.report(invalidField(at(context, "resizePolicy"), resizePolicy, "must not be set for init containers"));
  }
  reportProcMount(container, spec, context);
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

/** Sleeping fits into the time that the Pod is given to end. */
function reportLifecycle(lifecycle: Lifecycle | undefined, spec: PodSpec, context: ValidationContext): void {
  const grace = spec.terminationGracePeriodSeconds;
  if (grace === undefined) return;
  for (const hook of ["postStart", "preStop"] as const) {
    const seconds = lifecycle?.[hook]?.sleep?.seconds;
    if (seconds === undefined || (seconds > 0 && seconds <= grace)) continue;
    const why = `must be greater than 0 and less than terminationGracePeriodSeconds (${grace}). Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.`;
    context.report(invalidField(at(context, `lifecycle.${hook}.sleep`), seconds, why));
  }
}

function reportProcMount({ securityContext }: Container, { hostUsers }: PodSpec, context: ValidationContext): void {
  if (securityContext?.procMount !== "Unmasked" || hostUsers === false) return;
  const path = at(context, "securityContext.procMount");
  context.report(invalidField(path, "Unmasked", "`hostUsers` must be false to use `Unmasked`"));
}

const notForEphemeral = [
  "ports",
  "resizePolicy",
  "restartPolicy",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
  "lifecycle",
] as const;

function reportEphemeralContainers(spec: PodSpec, context: ValidationContext): void {
  const { initContainers = [], ephemeralContainers = [] } = spec;
  const targets = new Set([...mainContainers(spec), ...initContainers].map(({ name }) => name));
  ephemeralContainers.forEach((container, index) => {
    const { targetContainerName = "" } = container;
    const place = within(context, `ephemeralContainers[${index}]`);
    if (targetContainerName !== "" && !targets.has(targetContainerName)) {
      context.report(notFoundField(at(place, "targetContainerName"), targetContainerName));
    }
    reportEphemeral(container, place);
  });
}

function reportEphemeral(container: EphemeralContainer, context: ValidationContext): void {
  const { image = "", resources = {}, volumeMounts = [] } = container;
  const refuse = (part: string): void => {
    context.report(forbiddenField(at(context, part), "cannot be set for an Ephemeral Container"));
  };
  if (image.trim() !== image) {
    context.report(invalidField(at(context, "image"), image, "must not have leading or trailing whitespace"));
  }
  for (const field of notForEphemeral) if (container[field] !== undefined) refuse(field);
  if (Object.keys(resources).length > 0) refuse("resources");
  volumeMounts.forEach(({ subPath, subPathExpr }, index) => {
    if (subPath) refuse(`volumeMounts[${index}].subPath`);
    if (subPathExpr) refuse(`volumeMounts[${index}].subPathExpr`);
  });
}

/** Containers that are never restarted cannot be restarted for a resize. */
function reportResizeOfNever(spec: PodSpec, context: ValidationContext): void {
  for (const { container, part } of placedContainers(spec)) {
    for (const { restartPolicy } of container.resizePolicy ?? []) {
      if (restartPolicy === "NotRequired") continue;
      const why = "must be 'NotRequired' when `restartPolicy` is 'Never'";
      context.report(invalidField(at(context, `${part}.resizePolicy`), restartPolicy, why));
    }
  }
}

/** Rules of Pods that do not apply to Pod templates. */
import { type ContainerStatus, containerStatus } from "../../../api/core/v1/container-status.ts";
import { type Pod, pod } from "../../../api/core/v1/pod.ts";
import { type PodStatus, podStatus } from "../../../api/core/v1/pod-status.ts";
import type { Container, PodSpec } from "../../../api/index.ts";
import type { IsEnabled } from "../../../meta/feature-gates.ts";
import { forbiddenField, invalidField, requiredField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import type { Labels } from "../../../meta/label-requirement.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { previousValue } from "../../previous-value.ts";
import { at, within } from "../../reporting.ts";
import { mainContainers } from "../container/containers.ts";
import { reportStaticClaims } from "../container/resource-claim-rules.ts";
import { requestsFromLimits, roundUpToMilli } from "../resources/resource-lists.ts";
import { sourceOf } from "../volume/volume-rules.ts";
import { reportPodAnnotations } from "./pod-annotations.ts";
import { fillPodRequests } from "./pod-level-resources.ts";

/** Rules of Pods and of their statuses. */
export const podRules: readonly RuleEntry[] = [
  rulesFor(pod.schema, {
    defaults: fillPod,
    featureDefaults: fillFeatureDefaults,
    validate: reportPod,
    validateLast: reportPodLast,
  }),
  rulesFor(podStatus, { defaults: fillAddresses }),
  rulesFor(containerStatus, { defaults: roundUpAllocated }),
];

function fillPod({ spec }: Pod): void {
  if (!spec) return;
  for (const container of runContainers(spec)) fillContainer(container, spec.hostNetwork === true);
  spec.enableServiceLinks ??= true;
  const grace = spec.terminationGracePeriodSeconds;
  if (grace !== undefined && grace < 0) spec.terminationGracePeriodSeconds = 1;
}

/** Fills in the defaults that a Pod has only with a feature. Without the feature no writer owns these fields. */
function fillFeatureDefaults({ spec }: Pod, isEnabled: IsEnabled): void {
  if (!spec) return;
  if (isEnabled("InPlacePodVerticalScaling")) for (const container of mainContainers(spec)) fillResizePolicy(container);
  if (isEnabled("PodLevelResources")) fillPodRequests(spec);
}

function runContainers(spec: PodSpec): readonly Container[] {
  return [...mainContainers(spec), ...(spec.initContainers ?? [])];
}

function fillContainer({ resources, ports = [] }: Container, hostNetwork: boolean): void {
  if (resources?.limits) resources.requests = requestsFromLimits(resources.limits, resources.requests);
  if (!hostNetwork) return;
  for (const port of ports) port.hostPort ||= port.containerPort;
}

/** Adds the resize policy `NotRequired` for each request without a policy. */
function fillResizePolicy(container: Container): void {
  const policies = container.resizePolicy ?? [];
  const requests = container.resources?.requests ?? {};
  const unsaid = ["cpu", "memory"].filter(
    (name) => name in requests && !policies.some(({ resourceName }) => resourceName === name),
  );
  if (unsaid.length === 0) return;
  container.resizePolicy = [
    ...policies,
    ...unsaid.map((resourceName) => ({ resourceName, restartPolicy: "NotRequired" })),
  ];
}

/** Makes `podIP` equal to the first of `podIPs`. If both are set and differ, `podIP` wins. */
function fillAddresses(status: PodStatus): void {
  const { podIP, podIPs = [] } = status;
  const first = podIPs[0]?.ip;
  if (podIP && podIP !== first) status.podIPs = [{ ip: podIP }];
  else if (first) status.podIP = first;
}

function roundUpAllocated({ allocatedResources }: ContainerStatus): void {
  roundUpToMilli(allocatedResources);
}

function reportPod(one: Pod, context: ValidationContext): void {
  const { metadata, spec } = one;
  reportOwnAnnotations(one, context);
  if (!spec) return;
  reportStaticClaims(one, context);
  const specContext = within(context, "spec");
  reportOwnClaims(metadata.name ?? "", spec, specContext);
  reportImageVolumes(spec, specContext);
}

/** Reports what the reference checks of Pods, but not of templates, after everything else. */
function reportPodLast({ spec }: Pod, context: ValidationContext): void {
  if (!spec) return;
  const specContext = within(context, "spec");
  reportTokenVolumes(spec, specContext);
  reportImages(mainContainers(spec), within(specContext, "containers"));
  reportImages(spec.initContainers ?? [], within(specContext, "initContainers"));
}

/**
 * Reports invalid annotations of a Pod.
 * @param context at the Pod
 */
export function reportOwnAnnotations({ metadata, spec }: Pod, context: ValidationContext): void {
  const { annotations } = metadata;
  if (!annotations) return;
  const place = within(context, "metadata.annotations");
  reportPodAnnotations({ annotations, spec, old: previousValue<Labels>(place) }, place);
}

/** Reports projected tokens in a Pod without a service account. */
function reportTokenVolumes({ serviceAccountName, volumes = [] }: PodSpec, context: ValidationContext): void {
  if (serviceAccountName) return;
  volumes.forEach(({ projected }, index) => {
    (projected?.sources ?? []).forEach(({ serviceAccountToken }, sourceIndex) => {
      if (!serviceAccountToken) return;
      const path = at(context, `volumes[${index}].projected.sources[${sourceIndex}].serviceAccountToken`);
      context.report(forbiddenField(path, "must not be specified when serviceAccountName is not set"));
    });
  });
}

/** Reports claims of ephemeral volumes. The server derives their names, and no other volume of the Pod may use them. */
function reportOwnClaims(podName: string, { volumes = [] }: PodSpec, context: ValidationContext): void {
  if (podName === "") return;
  const own = new Set(volumes.filter(({ ephemeral }) => ephemeral).map(({ name }) => `${podName}-${name}`));
  volumes.forEach((volume, index) => {
    const { name, persistentVolumeClaim } = volume;
    if (sourceOf(volume) === "ephemeral" && name !== "")
      reportClaimName(podName, name, within(context, `volumes[${index}]`));
    const claimName = persistentVolumeClaim?.claimName;
    if (claimName === undefined || !own.has(claimName)) return;
    const path = at(context, `volumes[${index}].persistentVolumeClaim.claimName`);
    context.report(invalidField(path, claimName, "must not reference a PVC that gets created for an ephemeral volume"));
  });
}

function reportClaimName(podName: string, volumeName: string, context: ValidationContext): void {
  const name = `${podName}-${volumeName}`;
  for (const message of checkFormat("dns1123Subdomain", name)) {
    context.report(invalidField(at(context, "name"), volumeName, `PVC name ${goQuote(name)}: ${message}`));
  }
}

/** Reports image volumes without an image. In templates the image may be missing. */
function reportImageVolumes({ volumes = [] }: PodSpec, context: ValidationContext): void {
  volumes.forEach((volume, index) => {
    if (sourceOf(volume) === "image" && !volume.image?.reference)
      context.report(requiredField(at(context, `volumes[${index}].image.reference`)));
  });
}

function reportImages(containers: readonly Container[], context: ValidationContext): void {
  containers.forEach(({ image = "" }, index) => {
    if (image.trim() === image) return;
    const path = at(context, `[${index}].image`);
    context.report(invalidField(path, image, "must not have leading or trailing whitespace"));
  });
}

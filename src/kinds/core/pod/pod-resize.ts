/** The Pod subresource `resize`, which changes the cpu and memory of running containers. */
import { podSpec } from "../../../api/core/v1/pod-spec.ts";
import { resourceRequirements } from "../../../api/core/v1/resources.ts";
import type { Container, Pod, PodSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { cloneJson, writableCopy } from "../../../base/json-tree.ts";
import { getOwn } from "../../../base/own-property.ts";
import { type FieldError, forbiddenField, invalidField } from "../../../meta/field-error.ts";
import { equalAmounts } from "../../../schema/index.ts";
import { podQosClass } from "../../../usage/index.ts";
import { changeSummary } from "../../meta/change-summary.ts";
import { mainContainers } from "../container/containers.ts";
import type { ResourceList } from "../resources/resource-lists.ts";

const parts = ["limits", "requests"] as const;
const resizable: ReadonlySet<string> = new Set(["cpu", "memory"]);

/**
 * Keeps the old spec, and takes only resources and resize policies of the containers from the new one. Changes `pod`.
 */
export function keepAllButSizes(pod: Pod, old: DeepReadonly<Pod>): void {
  const requestedContainers = mainContainers(pod.spec);
  const spec = writableCopy(old.spec ?? emptySpec);
  let isChanged = false;
  for (const container of mainContainers(spec)) {
    const requested = requestedContainers.find(({ name }) => name === container.name);
    if (!requested) continue;
    isChanged ||=
      requested.resources?.requests !== undefined &&
      !equalAmounts(resourceRequirements, requested.resources, container.resources ?? {});
    copySizes(container, requested);
  }
  pod.spec = spec;
  if (isChanged) pod.status = { ...pod.status, resize: "Proposed" };
}

function copySizes(container: Container, { resources, resizePolicy }: Container): void {
  if (resources) container.resources = resources;
  if (resizePolicy) container.resizePolicy = resizePolicy;
  else delete container.resizePolicy;
}

/**
 * Returns the errors of a resize.
 * @param pod and `old` in canonical form
 * @param isStatic whether it is the mirror Pod of a static Pod
 */
export function podResizeErrors({ spec = emptySpec }: Pod, old: DeepReadonly<Pod>, isStatic: boolean): FieldError[] {
  const { spec: before = emptySpec, status } = old;
  const rejection = wholeRejection(before, isStatic);
  if (rejection !== undefined) return [forbiddenField("[]", rejection)];
  const errors: FieldError[] = [];
  const { qosClass = podQosClass(before), containerStatuses = [] } = status ?? {};
  if (podQosClass(spec) !== qosClass) {
    errors.push(invalidField("spec", qosClass, "Pod QOS Class may not change as a result of resizing"));
  }
  const running = containerStatuses.find(({ state }) => state?.running);
  if (running && !running.resources) {
    errors.push(forbiddenField("spec", "Pod running on node without support for resize"));
  }
  errors.push(...removalErrors(spec, before));
  const restored = withSizesUndone(spec, before);
  if (!equalAmounts(podSpec, restored, before)) {
    const summary = changeSummary(before, restored, "spec");
    errors.push(forbiddenField("spec", `only cpu and memory resources are mutable\n${summary}`));
  }
  return errors;
}

/** Returns why the Pod cannot be resized at all. Undefined if it can. */
function wholeRejection({ os, resources }: DeepReadonly<PodSpec>, isStatic: boolean): string | undefined {
  const ofPod = { ...resources?.requests, ...resources?.limits };
  if (Object.keys(ofPod).length > 0) return "pods with pod-level resources cannot be resized";
  if (isStatic) return "static pods cannot be resized";
  return os?.name === "windows" ? "windows pods cannot be resized" : undefined;
}

const emptySpec: PodSpec = { containers: [] };

/** @param spec has the containers of `old`, in their order */
function removalErrors(spec: PodSpec, old: DeepReadonly<PodSpec>): FieldError[] {
  return mainContainers(old).flatMap(({ resources: before }, index) => {
    const { resources } = mainContainers(spec)[index] ?? {};
    return (["requests", "limits"] as const).flatMap((part) => {
      if (Object.keys(before?.[part] ?? {}).every((name) => getOwn(resources?.[part], name) !== undefined)) return [];
      return [forbiddenField(`spec.containers[${index}].resources.${part}`, `resource ${part} cannot be removed`)];
    });
  });
}

/** Returns a copy of the new spec in which the resizable fields have their old values. */
function withSizesUndone(spec: PodSpec, old: DeepReadonly<PodSpec>): PodSpec {
  const restored = cloneJson(spec);
  mainContainers(restored).forEach((one, index) => undoSizes(one, mainContainers(old)[index]));
  return restored;
}

/**
 * Restores the sizes of one container. Amounts that the old container did not have are removed. Claims are not
 * restored, as in the reference.
 */
function undoSizes(container: Container, old: Container | undefined): void {
  const { resources = {} } = container;
  container.resources = {};
  for (const part of parts) {
    const before = old?.resources?.[part];
    if (before) container.resources[part] = withOldSizes(resources[part] ?? {}, before);
  }
  if (old?.resizePolicy) container.resizePolicy = old.resizePolicy;
  else delete container.resizePolicy;
}

function withOldSizes(now: ResourceList, before: ResourceList): Record<string, string> {
  const others = Object.entries(now).filter(([name]) => !resizable.has(name));
  const kept = Object.entries(before).filter(([name]) => resizable.has(name));
  return Object.fromEntries([...others, ...kept]);
}

/** The Pod's subresource `resize`: other amounts of processor time and memory for containers that run. */
import type { Container, Pod, PodSpec } from "../../api/index.ts";
import { cloneJson, equalJson } from "../../base/json-tree.ts";
import { type FieldError, forbiddenField, invalidField } from "../../meta/field-error.ts";
import { changeSummary } from "../meta/change-summary.ts";
import { isRestartable, mainContainers } from "./containers.ts";
import { podQosClass } from "./pod-qos.ts";
import type { ResourceList } from "./resource-lists.ts";

const lists = ["containers", "initContainers"] as const;
const parts = ["limits", "requests"] as const;
const resizable: ReadonlySet<string> = new Set(["cpu", "memory"]);

/** Takes resources and resize policies from the new spec, and the rest of the old one. */
export function keepAllButSizes(pod: Pod, old: Pod): void {
  const asked = pod.spec;
  const spec = cloneJson(old.spec ?? emptySpec);
  for (const list of lists) {
    for (const container of spec[list] ?? []) {
      const wanted = (asked?.[list] ?? []).find(({ name }) => name === container.name);
      if (wanted && (list === "containers" || isRestartable(container))) copySizes(container, wanted);
    }
  }
  pod.spec = spec;
}

function copySizes(container: Container, { resources, resizePolicy }: Container): void {
  if (resources) container.resources = resources;
  if (resizePolicy) container.resizePolicy = resizePolicy;
  else delete container.resizePolicy;
}

/** @param pod and `old` in canonical form */
export function podResizeErrors({ spec = emptySpec }: Pod, { spec: old = emptySpec, status }: Pod): FieldError[] {
  if (old.os?.name === "windows") return [forbiddenField("[]", "windows pods cannot be resized")];
  if (old.resources) return [forbiddenField("[]", "pods with pod-level resources cannot be resized")];
  const errors: FieldError[] = [];
  const { qosClass = podQosClass(old), containerStatuses = [] } = status ?? {};
  if (podQosClass(spec) !== qosClass) {
    errors.push(invalidField("spec", qosClass, "Pod QOS Class may not change as a result of resizing"));
  }
  const running = containerStatuses.find(({ state }) => state?.running);
  if (running && !running.resources) {
    errors.push(forbiddenField("spec", "Pod running on node without support for resize"));
  }
  errors.push(...lists.flatMap((list) => removalErrors(list, spec, old)));
  const restored = withSizesUndone(spec, old);
  if (!equalJson(restored, old)) {
    const summary = changeSummary(old, restored, "spec");
    errors.push(forbiddenField("spec", `only cpu and memory resources are mutable\n${summary}`));
  }
  return errors;
}

const emptySpec: PodSpec = { containers: [] };

/** @param spec has the containers of `old`, in their order */
function removalErrors(list: (typeof lists)[number], spec: PodSpec, old: PodSpec): FieldError[] {
  return (old[list] ?? []).flatMap(({ resources: before }, index) => {
    const resources = spec[list]?.[index]?.resources;
    return parts.flatMap((part) => {
      if (Object.keys(before?.[part] ?? {}).every((name) => resources?.[part]?.[name] !== undefined)) return [];
      return [forbiddenField(`spec.${list}[${index}].resources.${part}`, `resource ${part} cannot be removed`)];
    });
  });
}

/** A copy of the new spec with the old values of what may change. */
function withSizesUndone(spec: PodSpec, old: PodSpec): PodSpec {
  const restored = cloneJson(spec);
  mainContainers(restored).forEach((one, index) => undoSizes(one, mainContainers(old)[index]));
  restored.initContainers?.forEach((one, index) => undoSizes(one, old.initContainers?.[index]));
  return restored;
}

function undoSizes(container: Container, old: Container | undefined): void {
  const { resources = {} } = container;
  container.resources = resources;
  for (const part of parts) {
    const amounts = withOldSizes(resources[part] ?? {}, old?.resources?.[part] ?? {});
    if (Object.keys(amounts).length > 0) resources[part] = amounts;
    else delete resources[part];
  }
  if (old?.resizePolicy) container.resizePolicy = old.resizePolicy;
  else delete container.resizePolicy;
}

function withOldSizes(now: ResourceList, before: ResourceList): Record<string, string> {
  const others = Object.entries(now).filter(([name]) => !resizable.has(name));
  const kept = Object.entries(before).filter(([name]) => resizable.has(name));
  return Object.fromEntries([...others, ...kept]);
}

/**
 * The Priority plugin: a Pod gets the priority and the preemption policy of its PriorityClass. Only one class can be the
 * default.
 */
import { type Pod, type PriorityClass, pod, priorityClass } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { systemPriorityClasses } from "../../../kinds/index.ts";
import type { ObjectLister } from "../../../meta/object-reader.ts";
import { type AdmissionPlugin, type AdmissionRequest, type MutableRequest, rejectedRequest } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";
import { podToChange } from "./admitted-pod.ts";

type ClassLister = ObjectLister<PriorityClass>;

/** Fields that a Pod gets from its class. */
type ClassValues = Pick<DeepReadonly<PriorityClass>, "value" | "preemptionPolicy">;

const withoutClass: ClassValues = { value: 0, preemptionPolicy: "PreemptLowerPriority" };

/** Returns the plugin. */
export function priority({ fewObjects }: Pick<PluginServices, "fewObjects">): AdmissionPlugin {
  const classes = fewObjects(priorityClass);
  return {
    admit: async (request) => {
      if (request.resource.resource !== pod.plural) return;
      if (request.operation === "CREATE") await setPriority(request, classes);
      else keepPriority(request);
    },
    validate: async (request) => {
      if (request.resource.resource === priorityClass.plural) await checkDefault(request, classes);
    },
  };
}

async function setPriority(request: MutableRequest, classes: ClassLister): Promise<void> {
  const { spec } = podToChange(request);
  const { value, preemptionPolicy } = spec.priorityClassName
    ? await namedClass(request, spec.priorityClassName, classes)
    : await setDefaultClass(spec, classes);
  const computed = "priority admission controller computed";
  const mustNot = "must not be provided in pod spec;";
  if (spec.priority !== undefined && spec.priority !== value) {
    const why = `the integer value of priority (${spec.priority}) ${mustNot} ${computed} ${value}`;
    throw rejectedRequest(request, `${why} from the given PriorityClass name`);
  }
  spec.priority = value;
  if (preemptionPolicy === undefined) return;
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy) {
    const why = `the string value of PreemptionPolicy (${spec.preemptionPolicy}) ${mustNot} ${computed} ${preemptionPolicy}`;
    throw rejectedRequest(request, `${why} from the given PriorityClass name`);
  }
  spec.preemptionPolicy = preemptionPolicy;
}

/** The system's classes exist in every cluster, also before the server has created their objects. */
async function namedClass(request: AdmissionRequest, name: string, classes: ClassLister): Promise<ClassValues> {
  const found = await classes.get("", name);
  if (found) return found;
  const system = systemPriorityClasses.find((one) => one.name === name);
  if (!system) throw rejectedRequest(request, `no PriorityClass with name ${name} was found`);
  return { value: system.value, preemptionPolicy: "PreemptLowerPriority" };
}

async function setDefaultClass(spec: { priorityClassName?: string }, classes: ClassLister): Promise<ClassValues> {
  const found = await defaultClass(classes);
  if (found?.metadata.name) spec.priorityClassName = found.metadata.name;
  return found ?? withoutClass;
}

/** Returns the default class. If several classes are marked, the one with the lowest value counts. */
async function defaultClass(classes: ClassLister): Promise<DeepReadonly<PriorityClass> | undefined> {
  const marked = (await classes.list("")).filter(({ globalDefault }) => globalDefault);
  return marked.toSorted((one, other) => one.value - other.value)[0];
}

/** Validation rejects all changes of the priority. Clients that do not know the fields may leave them out. */
function keepPriority(request: MutableRequest): void {
  const { spec } = podToChange(request);
  const { priority, preemptionPolicy } = (request.oldObject as DeepReadonly<Pod>).spec ?? {};
  if (priority !== undefined) spec.priority ??= priority;
  if (preemptionPolicy !== undefined) spec.preemptionPolicy ??= preemptionPolicy;
}

async function checkDefault(request: AdmissionRequest, classes: ClassLister): Promise<void> {
  const { metadata, globalDefault } = request.object as DeepReadonly<PriorityClass>;
  if (!globalDefault) return;
  const present = (await defaultClass(classes))?.metadata.name;
  if (present === undefined || (request.operation === "UPDATE" && present === metadata.name)) return;
  const why = `PriorityClass ${present} is already marked as default. Only one default can exist`;
  throw rejectedRequest(request, why);
}

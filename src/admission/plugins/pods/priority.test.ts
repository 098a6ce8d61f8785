import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../meta/object-meta.ts";
import { configMapRequest, rejectionOf } from "../../testing/requests.ts";
import { onlyPlugin, servicesOver } from "../testing/plugin-services.ts";
import { podRequest, specOf, testPod } from "../testing/pods.ts";

function priorityClass(name: string, value: number, fields: object = {}): ApiObject {
  const metadata = { name };
  return { kind: "PriorityClass", apiVersion: "scheduling.k8s.io/v1", metadata, value, ...fields } as ApiObject;
}

const classes = [
  priorityClass("high", 100, { preemptionPolicy: "Never" }),
  priorityClass("usual", 7, { preemptionPolicy: "PreemptLowerPriority", globalDefault: true }),
  priorityClass("second", 9, { globalDefault: true }),
];

async function prioritiesOf(spec: object, present = classes): Promise<object> {
  const request = podRequest(spec);
  await onlyPlugin("Priority", servicesOver(present)).admit(request);
  const { priorityClassName, priority, preemptionPolicy } = specOf(request);
  return { priorityClassName, priority, preemptionPolicy };
}

async function rejection(spec: object): Promise<string | undefined> {
  return (await rejectionOf(onlyPlugin("Priority", servicesOver(classes)).admit(podRequest(spec))))?.[1];
}

describe("Pods", () => {
  test("a Pod gets the priority and the preemption policy of its class", async () => {
    expect(await prioritiesOf({ priorityClassName: "high" })).toEqual({
      priorityClassName: "high",
      priority: 100,
      preemptionPolicy: "Never",
    });
  });

  test("a Pod without a class gets the default class with the lowest value", async () => {
    expect(await prioritiesOf({})).toEqual({
      priorityClassName: "usual",
      priority: 7,
      preemptionPolicy: "PreemptLowerPriority",
    });
    expect(await prioritiesOf({}, [])).toEqual({ priority: 0, preemptionPolicy: "PreemptLowerPriority" });
  });

  test("the classes of the system exist without objects", async () => {
    expect(await prioritiesOf({ priorityClassName: "system-node-critical" }, [])).toEqual({
      priorityClassName: "system-node-critical",
      priority: 2_000_001_000,
      preemptionPolicy: "PreemptLowerPriority",
    });
  });

  test("a Pod with an unknown class, or with other values than its class, is rejected", async () => {
    const forbidden = 'pods "a" is forbidden:';
    expect(await rejection({ priorityClassName: "low" })).toBe(`${forbidden} no PriorityClass with name low was found`);
    const computed = "priority admission controller computed";
    expect(await rejection({ priorityClassName: "high", priority: 5 })).toBe(
      `${forbidden} the integer value of priority (5) must not be provided in pod spec; ${computed} 100 from the given PriorityClass name`,
    );
    expect(await rejection({ priorityClassName: "high", preemptionPolicy: "PreemptLowerPriority" })).toBe(
      `${forbidden} the string value of PreemptionPolicy (PreemptLowerPriority) must not be provided in pod spec; ${computed} Never from the given PriorityClass name`,
    );
    expect(await rejection({ priorityClassName: "high", priority: 100, preemptionPolicy: "Never" })).toBeUndefined();
  });

  test("an update that leaves the values out keeps them", async () => {
    const oldObject = testPod({ priority: 100, preemptionPolicy: "Never" });
    const request = podRequest({}, { operation: "UPDATE", oldObject });
    await onlyPlugin("Priority", servicesOver([])).admit(request);
    expect(specOf(request)).toMatchObject({ priority: 100, preemptionPolicy: "Never" });
  });
});

describe("PriorityClasses", () => {
  const save = async (name: string, operation: "CREATE" | "UPDATE", fields: object): Promise<string | undefined> => {
    const request = configMapRequest({
      operation,
      resource: { group: "scheduling.k8s.io", version: "v1", resource: "priorityclasses" },
      name,
      object: priorityClass(name, 1, fields),
    });
    return (await rejectionOf(onlyPlugin("Priority", servicesOver(classes)).validate(request)))?.[1];
  };

  test("only one class can be the default", async () => {
    const why = "PriorityClass usual is already marked as default. Only one default can exist";
    const message = `priorityclasses.scheduling.k8s.io "new" is forbidden: ${why}`;
    expect(await save("new", "CREATE", { globalDefault: true })).toBe(message);
    expect(await save("new", "UPDATE", { globalDefault: true })).toBe(message);
    expect(await save("new", "CREATE", { globalDefault: false })).toBeUndefined();
    expect(await save("usual", "UPDATE", { globalDefault: true })).toBeUndefined();
  });
});

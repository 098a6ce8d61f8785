import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../meta/object-meta.ts";
import type { Admission } from "../../../index.ts";
import { configMapRequest, rejectionOf } from "../../../testing/requests.ts";
import { onlyPlugin, servicesOver } from "../../testing/plugin-services.ts";
import { podRequest, specOf, testPod } from "../../testing/pods.ts";

function limitRange(name: string, limits: readonly object[], namespace = "default"): ApiObject {
  return { kind: "LimitRange", apiVersion: "v1", metadata: { name, namespace }, spec: { limits } } as ApiObject;
}

function pluginWith(...limits: readonly object[]): Admission {
  return onlyPlugin("LimitRanger", servicesOver([limitRange("limits", limits)]));
}

const container = (name: string, requests?: object, limits?: object, more: object = {}): object => ({
  name,
  resources: { ...(requests ? { requests } : {}), ...(limits ? { limits } : {}) },
  ...more,
});

/** Returns the message without its beginning. */
async function faultOf(plugin: Admission, request: Parameters<Admission["validate"]>[0]): Promise<string | undefined> {
  const [code, message] = (await rejectionOf(plugin.validate(request))) ?? [];
  if (message === undefined) return undefined;
  expect(code).toBe(403);
  return message.replace(/^[a-z]+ "a" is forbidden: /, "");
}

describe("defaults", () => {
  const ofContainers = {
    type: "Container",
    default: { cpu: "2", memory: "1Gi" },
    defaultRequest: { cpu: "1", memory: "1Gi" },
  };

  test("containers get the amounts that they do not name, and the Pod names them", async () => {
    const request = podRequest({
      containers: [container("a", { cpu: "100m" }), { name: "b" }],
      initContainers: [container("i", { cpu: "1", memory: "1" }, { cpu: "1" })],
    });
    await pluginWith(ofContainers).admit(request);
    const { containers, initContainers } = specOf(request);
    expect([...containers, ...(initContainers ?? [])].map(({ resources }) => resources)).toEqual([
      { requests: { cpu: "100m", memory: "1Gi" }, limits: { cpu: "2", memory: "1Gi" } },
      { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "2", memory: "1Gi" } },
      { requests: { cpu: "1", memory: "1" }, limits: { cpu: "1", memory: "1Gi" } },
    ]);
    expect(request.object?.metadata.annotations).toEqual({
      "kubernetes.io/limit-ranger":
        "LimitRanger plugin set: memory request for container a; cpu, memory limit for container a; cpu, memory request for container b; cpu, memory limit for container b; memory limit for init container i",
    });
  });

  test("a Pod that lacks nothing is not changed", async () => {
    const all = { cpu: "1", memory: "1Gi" };
    const request = podRequest({ containers: [container("a", all, all)] });
    await pluginWith(ofContainers).admit(request);
    expect(request.object).toEqual(testPod({ containers: [container("a", all, all)] }));
  });

  test("LimitRanges of other namespaces and limits of other types have no defaults", async () => {
    const other = limitRange("limits", [ofContainers], "other");
    for (const plugin of [
      onlyPlugin("LimitRanger", servicesOver([other])),
      pluginWith({ ...ofContainers, type: "Pod" }),
    ]) {
      const request = podRequest({ containers: [{ name: "a" }] });
      await plugin.admit(request);
      expect(specOf(request)).toEqual({ containers: [{ name: "a" }] });
    }
  });

  test("an update does not change a Pod", async () => {
    const request = podRequest({ containers: [{ name: "a" }] }, { operation: "UPDATE", oldObject: testPod({}) });
    await pluginWith(ofContainers).admit(request);
    expect(specOf(request)).toEqual({ containers: [{ name: "a" }] });
  });

  test("defaults that make a Pod too large to be stored are rejected at once", async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => [`example.com/${index}`, "1"]);
    const plugin = pluginWith({ type: "Container", default: Object.fromEntries(names) });
    const containers = Array.from({ length: 1000 }, (_, index) => ({ name: `c${index}` }));
    expect(await rejectionOf(plugin.admit(podRequest({ containers })))).toEqual([
      403,
      'pods "a" is forbidden: the defaults of the LimitRange limits are too large',
    ]);
  });
});

describe("constraints of containers", () => {
  const check = async (item: object, requests?: object, limits?: object): Promise<string | undefined> =>
    await faultOf(
      pluginWith({ type: "Container", ...item }),
      podRequest({ containers: [container("c", requests, limits)] }),
    );

  test.each<[item: object, requests: object | undefined, limits: object | undefined, fault: string | undefined]>([
    [{ min: { cpu: "1" } }, { cpu: "1" }, undefined, undefined],
    [{ min: { cpu: "1" } }, undefined, undefined, "minimum cpu usage per Container is 1.  No request is specified"],
    [{ min: { cpu: "1" } }, { cpu: "999m" }, undefined, "minimum cpu usage per Container is 1, but request is 999m"],
    [{ min: { cpu: "1" } }, { cpu: "1" }, { cpu: "500m" }, "minimum cpu usage per Container is 1, but limit is 500m"],
    [{ max: { cpu: "1" } }, undefined, { cpu: "1" }, undefined],
    [{ max: { cpu: "1" } }, { cpu: "1" }, undefined, "maximum cpu usage per Container is 1.  No limit is specified"],
    [{ max: { cpu: "1" } }, undefined, { cpu: "1001m" }, "maximum cpu usage per Container is 1, but limit is 1001m"],
    [{ max: { cpu: "1" } }, { cpu: "2" }, { cpu: "1" }, "maximum cpu usage per Container is 1, but request is 2"],
    [{ maxLimitRequestRatio: { cpu: "2" } }, { cpu: "1" }, { cpu: "2" }, undefined],
    [
      { maxLimitRequestRatio: { cpu: "1500m" } },
      { cpu: "300m" },
      { cpu: "1" },
      "cpu max limit to request ratio per Container is 1500m, but provided ratio is 3.333333",
    ],
    [
      { maxLimitRequestRatio: { cpu: "2" } },
      { cpu: "0" },
      { cpu: "1" },
      "cpu max limit to request ratio per Container is 2, but no request is specified or request is 0",
    ],
    [
      { maxLimitRequestRatio: { cpu: "2" } },
      { cpu: "1" },
      undefined,
      "cpu max limit to request ratio per Container is 2, but no limit is specified or limit is 0",
    ],
    // Amounts whose thousandths do not fit into 64 bits are compared in whole units.
    [{ min: { memory: "9300000000000000500m" } }, { memory: "9300000000000000001" }, undefined, undefined],
  ])("%j with the requests %j and the limits %j: %s", async (item, requests, limits, fault) => {
    expect(await check(item, requests, limits)).toBe(fault);
  });

  test("the faults of all containers are in one message, each once", async () => {
    const plugin = pluginWith({ type: "Container", max: { cpu: "1", memory: "1Gi" } });
    const pod = {
      containers: [container("a", {}, { cpu: "2" }), container("b", {}, { cpu: "2", memory: "1Gi" })],
      initContainers: [container("i", {}, { cpu: "1", memory: "2Gi" })],
    };
    expect(await faultOf(plugin, podRequest(pod))).toBe(
      "[maximum cpu usage per Container is 1, but limit is 2, maximum memory usage per Container is 1Gi.  No limit is specified, maximum memory usage per Container is 1Gi, but limit is 2Gi]",
    );
  });

  test("the first LimitRange that is violated rejects the Pod", async () => {
    const max = (cpu: string): object => ({ type: "Container", max: { cpu } });
    const plugin = onlyPlugin("LimitRanger", servicesOver([limitRange("a", [max("2")]), limitRange("b", [max("1")])]));
    expect(await faultOf(plugin, podRequest({ containers: [container("c", {}, { cpu: "3" })] }))).toBe(
      "maximum cpu usage per Container is 2, but limit is 3",
    );
  });
});

describe("constraints of Pods", () => {
  const requestsOf = async (spec: object, gates: readonly string[] = [], status: object = {}): Promise<string> => {
    const services = servicesOver([limitRange("limits", [{ type: "Pod", min: { cpu: "100" } }])], {
      isEnabled: (gate) => gates.includes(gate),
    });
    const request = podRequest(spec);
    Object.assign(request.object ?? {}, { status });
    const fault = (await faultOf(onlyPlugin("LimitRanger", services), request)) ?? "";
    return fault.replace("minimum cpu usage per Pod is 100", "");
  };
  const requesting = (cpu: string, more: object = {}): object => container("c", { cpu }, undefined, more);
  const always = { restartPolicy: "Always" };

  test.each<[what: string, spec: object, requested: string]>([
    ["containers are added", { containers: [requesting("1"), requesting("500m")] }, "1500m"],
    ["containers without a request do not count", { containers: [requesting("1"), { name: "d" }] }, "1"],
    [
      "init containers run before the others",
      { containers: [requesting("1")], initContainers: [requesting("2"), requesting("3")] },
      "3",
    ],
    [
      "restartable init containers run beside the others",
      { containers: [requesting("1")], initContainers: [requesting("2", always), requesting("3", always)] },
      "6",
    ],
    [
      "init containers run beside the restartable ones before them",
      {
        containers: [requesting("1")],
        initContainers: [requesting("2", always), requesting("7"), requesting("3", always)],
      },
      "9",
    ],
  ])("%s", async (_, spec, requested) => {
    expect(await requestsOf(spec)).toBe(`, but request is ${requested}`);
  });

  test("with the gate PodLevelResources, the resources of the Pod replace the sums", async () => {
    const spec = { containers: [requesting("1")], resources: { requests: { cpu: "3" } } };
    expect(await requestsOf(spec)).toBe(", but request is 1");
    expect(await requestsOf(spec, ["PodLevelResources"])).toBe(", but request is 3");
  });

  test("with the gate InPlacePodVerticalScaling, what a node has allocated counts, too", async () => {
    const status = { containerStatuses: [{ name: "c", allocatedResources: { cpu: "4" } }] };
    const gates = ["InPlacePodVerticalScaling"];
    const small = { containers: [requesting("1")] };
    expect(await requestsOf(small, [], status)).toBe(", but request is 1");
    expect(await requestsOf(small, gates, status)).toBe(", but request is 4");
    expect(await requestsOf({ containers: [requesting("5")] }, gates, status)).toBe(", but request is 5");
    const infeasible = { ...status, resize: "Infeasible" };
    expect(await requestsOf({ containers: [requesting("5")] }, gates, infeasible)).toBe(", but request is 4");
  });

  test("limits are added in the same way", async () => {
    const plugin = pluginWith({ type: "Pod", max: { cpu: "1" } });
    const spec = { containers: [container("a", {}, { cpu: "1" }), container("b", {}, { cpu: "500m" })] };
    expect(await faultOf(plugin, podRequest(spec))).toBe("maximum cpu usage per Pod is 1, but limit is 1500m");
  });
});

describe("updates", () => {
  const item = { type: "Container", max: { cpu: "1" } };
  const spec = { containers: [container("c", {}, { cpu: "2" })] };
  const resize = { operation: "UPDATE", subresource: "resize", oldObject: testPod(spec) } as const;

  test("an update of a Pod is not checked, a resize only with its gate", async () => {
    const plugin = pluginWith(item);
    expect(await faultOf(plugin, podRequest(spec, { ...resize, subresource: "" }))).toBeUndefined();
    expect(await faultOf(plugin, podRequest(spec, resize))).toBeUndefined();
    const services = servicesOver([limitRange("limits", [item])], { isEnabled: () => true });
    expect(await faultOf(onlyPlugin("LimitRanger", services), podRequest(spec, resize))).toBe(
      "maximum cpu usage per Container is 1, but limit is 2",
    );
  });
});

describe("constraints of claims", () => {
  const plugin = pluginWith({ type: "PersistentVolumeClaim", min: { storage: "1Gi" }, max: { storage: "5Gi" } });
  const claim = (resources: object, parts: object = {}): ReturnType<typeof configMapRequest> =>
    configMapRequest({
      resource: { group: "", version: "v1", resource: "persistentvolumeclaims" },
      object: {
        kind: "PersistentVolumeClaim",
        apiVersion: "v1",
        metadata: { name: "a" },
        spec: { resources },
      } as ApiObject,
      ...parts,
    });

  test("requests of storage are limited on create and update, their limits are not", async () => {
    expect(await faultOf(plugin, claim({ requests: { storage: "2Gi" }, limits: { storage: "9Gi" } }))).toBeUndefined();
    const large = { requests: { storage: "6Gi" } };
    const fault = "maximum storage usage per PersistentVolumeClaim is 5Gi, but request is 6Gi";
    expect(await faultOf(plugin, claim(large))).toBe(fault);
    const oldObject = { metadata: { name: "a" } } as ApiObject;
    expect(await faultOf(plugin, claim(large, { operation: "UPDATE", oldObject }))).toBe(fault);
    expect(await faultOf(plugin, claim({}))).toBe(
      "[minimum storage usage per PersistentVolumeClaim is 1Gi.  No request is specified, maximum storage usage per PersistentVolumeClaim is 5Gi.  No request is specified]",
    );
  });

  test("a claim that is being deleted may change", async () => {
    const oldObject = { metadata: { name: "a", deletionTimestamp: "2025-01-01T00:00:00Z" } } as ApiObject;
    const request = claim({ requests: { storage: "6Gi" } }, { operation: "UPDATE", oldObject });
    expect(await faultOf(plugin, request)).toBeUndefined();
  });

  test("a claim gets no defaults", async () => {
    const request = claim({});
    await pluginWith({ type: "Container", default: { storage: "1Gi" } }).admit(request);
    expect(request.object).toEqual(claim({}).object);
  });
});

import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../meta/object-meta.ts";
import type { Admission } from "../../index.ts";
import { rejectionOf } from "../../testing/requests.ts";
import { onlyPlugin, servicesOver } from "../testing/plugin-services.ts";
import { podRequest, specOf } from "../testing/pods.ts";

function pluginWith(fields: object): Admission {
  const metadata = { name: "vm" };
  const object = { kind: "RuntimeClass", apiVersion: "node.k8s.io/v1", metadata, handler: "h", ...fields } as ApiObject;
  return onlyPlugin("RuntimeClass", servicesOver([object]));
}

const withOverhead = pluginWith({ overhead: { podFixed: { cpu: "100m", memory: "1Gi" } } });

describe("overhead", () => {
  test("a Pod gets the overhead of its class", async () => {
    const request = podRequest({ runtimeClassName: "vm" });
    await withOverhead.admit(request);
    expect(specOf(request).overhead).toEqual({ cpu: "100m", memory: "1Gi" });
    expect(await rejectionOf(withOverhead.validate(request))).toBeUndefined();
  });

  test("a Pod may name the same amounts in another notation, but no others", async () => {
    const why = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
    const same = podRequest({ runtimeClassName: "vm", overhead: { cpu: "0.1", memory: "1024Mi" } });
    const other = podRequest({ runtimeClassName: "vm", overhead: { cpu: "1", memory: "1Gi" } });
    expect(await rejectionOf(withOverhead.admit(same))).toBeUndefined();
    expect(await rejectionOf(withOverhead.admit(other))).toEqual([403, `pods "a" is forbidden: ${why}`]);
    expect(await rejectionOf(withOverhead.validate(podRequest({ runtimeClassName: "vm" })))).toEqual([
      403,
      `pods "a" is forbidden: ${why}`,
    ]);
  });

  test("a Pod without a class that has an overhead must not have one", async () => {
    const why = "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead";
    const overhead = { cpu: "1" };
    for (const request of [podRequest({ overhead }), podRequest({ overhead, runtimeClassName: "vm" })]) {
      expect(await rejectionOf(pluginWith({}).admit(request))).toBeUndefined();
      expect(await rejectionOf(pluginWith({}).validate(request))).toEqual([403, `pods "a" is forbidden: ${why}`]);
    }
  });
});

describe("nodes", () => {
  const scheduling = {
    nodeSelector: { runtime: "vm" },
    tolerations: [{ key: "vm", operator: "Exists" }],
  };
  const withNodes = pluginWith({ scheduling });

  test("a Pod gets the labels and tolerations of its class", async () => {
    const own = { nodeSelector: { disk: "ssd" }, tolerations: [{ key: "a", operator: "Exists" }] };
    const request = podRequest({ runtimeClassName: "vm", ...own });
    await withNodes.admit(request);
    expect(specOf(request)).toMatchObject({
      nodeSelector: { disk: "ssd", runtime: "vm" },
      tolerations: [...own.tolerations, ...scheduling.tolerations],
    });
  });

  test("a Pod that selects other nodes is rejected", async () => {
    const request = podRequest({ runtimeClassName: "vm", nodeSelector: { runtime: "x" } });
    expect(await rejectionOf(withNodes.admit(request))).toEqual([
      403,
      'pods "a" is forbidden: conflict: runtimeClass.scheduling.nodeSelector[runtime] = vm; pod.spec.nodeSelector[runtime] = x',
    ]);
  });
});

test("a Pod of an unknown class is rejected, a Pod without a class is not changed", async () => {
  expect(await rejectionOf(withOverhead.admit(podRequest({ runtimeClassName: "other" })))).toEqual([
    403,
    'pods "a" is forbidden: pod rejected: RuntimeClass "other" not found',
  ]);
  const request = podRequest({ containers: [] });
  await withOverhead.admit(request);
  expect(specOf(request)).toEqual({ containers: [] });
});

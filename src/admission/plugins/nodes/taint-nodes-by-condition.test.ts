import { expect, test } from "vitest";
import type { Node } from "../../../api/index.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import { configMapRequest } from "../../testing/requests.ts";
import { onlyPlugin, servicesOver } from "../testing/plugin-services.ts";

async function taintsOf(spec: object | undefined): Promise<unknown> {
  const object = { kind: "Node", apiVersion: "v1", metadata: { name: "a" }, ...(spec ? { spec } : {}) } as ApiObject;
  const resource = { group: "", version: "v1", resource: "nodes" };
  await onlyPlugin("TaintNodesByCondition", servicesOver([])).admit(configMapRequest({ resource, object }));
  return (object as Node).spec?.taints;
}

const notReady = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };

test("a new Node is marked as not ready", async () => {
  expect(await taintsOf(undefined)).toEqual([notReady]);
  expect(await taintsOf({ taints: [{ ...notReady, effect: "NoExecute" }] })).toEqual([
    { ...notReady, effect: "NoExecute" },
    notReady,
  ]);
});

test("a Node keeps a taint with the same key and effect", async () => {
  expect(await taintsOf({ taints: [{ ...notReady, value: "v" }] })).toEqual([{ ...notReady, value: "v" }]);
});

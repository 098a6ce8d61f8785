import { expect, test } from "vitest";
import type { Pod } from "../../../api/index.ts";
import { onlyPlugin, servicesOver } from "../testing/plugin-services.ts";
import { podRequest } from "../testing/pods.ts";

const notReady = {
  key: "node.kubernetes.io/not-ready",
  operator: "Exists",
  effect: "NoExecute",
  tolerationSeconds: 300,
};
const unreachable = { ...notReady, key: "node.kubernetes.io/unreachable" };

async function tolerationsOf(spec: object, operation: "CREATE" | "UPDATE" = "CREATE"): Promise<unknown> {
  const request = podRequest(spec, { operation });
  await onlyPlugin("DefaultTolerationSeconds", servicesOver([])).admit(request);
  return (request.object as Pod).spec?.tolerations;
}

test("a Pod tolerates nodes without contact for five minutes", async () => {
  expect(await tolerationsOf({})).toEqual([notReady, unreachable]);
  expect(await tolerationsOf({ tolerations: [{ key: "a", operator: "Exists" }] }, "UPDATE")).toEqual([
    { key: "a", operator: "Exists" },
    notReady,
    unreachable,
  ]);
});

test("a Pod keeps its own tolerations of nodes without contact", async () => {
  const own = { ...notReady, tolerationSeconds: 10 };
  expect(await tolerationsOf({ tolerations: [own] })).toEqual([own, unreachable]);
  const anyEffect = { key: "node.kubernetes.io/unreachable", operator: "Exists" };
  expect(await tolerationsOf({ tolerations: [anyEffect] })).toEqual([anyEffect, notReady]);
  const everything = [{ operator: "Exists" }];
  expect(await tolerationsOf({ tolerations: everything })).toEqual(everything);
});

test("a toleration of another effect does not count", async () => {
  const other = { key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoSchedule" };
  expect(await tolerationsOf({ tolerations: [other] })).toEqual([other, notReady, unreachable]);
});

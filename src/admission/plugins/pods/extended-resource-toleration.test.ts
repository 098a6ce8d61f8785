import { expect, test } from "vitest";
import { onlyPlugin, servicesOver } from "../testing/plugin-services.ts";
import { podRequest, specOf } from "../testing/pods.ts";

async function tolerationsOf(spec: object): Promise<unknown> {
  const request = podRequest(spec);
  await onlyPlugin("ExtendedResourceToleration", servicesOver([])).admit(request);
  return specOf(request).tolerations;
}

const requesting = (...names: readonly string[]): object => ({
  name: "c",
  resources: { requests: Object.fromEntries(names.map((name) => [name, "1"])) },
});
const tolerated = (key: string): object => ({ key, operator: "Exists", effect: "NoSchedule" });

test("a Pod tolerates the taints of the extended resources of its containers, sorted by name", async () => {
  const containers = [requesting("cpu", "example.com/b"), requesting("example.com/a")];
  const initContainers = [requesting("example.com/c", "example.com/a")];
  expect(await tolerationsOf({ containers, initContainers })).toEqual(
    ["example.com/a", "example.com/b", "example.com/c"].map(tolerated),
  );
});

test("resources of the product's domain, huge pages and prefixed names are not extended resources", async () => {
  const names = ["memory", "hugepages-2Mi", "kubernetes.io/x", "requests.example.com/a"];
  expect(await tolerationsOf({ containers: [requesting(...names)] })).toBeUndefined();
});

test("a toleration of the same taint is replaced in its place", async () => {
  const other = { key: "b", operator: "Exists" };
  const own = { ...tolerated("example.com/a"), tolerationSeconds: 5 };
  const containers = [requesting("example.com/a")];
  expect(await tolerationsOf({ containers, tolerations: [own, other] })).toEqual([tolerated("example.com/a"), other]);
});

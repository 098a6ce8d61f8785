import { expect, test } from "vitest";
import type { ApiObject } from "../../../meta/object-meta.ts";
import type { Admission } from "../../index.ts";
import { rejectionOf } from "../../testing/requests.ts";
import { onlyPlugin, servicesOver } from "../testing/plugin-services.ts";
import { podRequest, specOf } from "../testing/pods.ts";

function pluginIn(selector: string | undefined, selectors: Readonly<Record<string, string>> = {}): Admission {
  const annotations = selector === undefined ? {} : { "scheduler.alpha.kubernetes.io/node-selector": selector };
  const namespace: ApiObject = { kind: "Namespace", apiVersion: "v1", metadata: { name: "default", annotations } };
  return onlyPlugin(
    "PodNodeSelector",
    servicesOver([namespace], { configurations: { PodNodeSelector: { selectors } } }),
  );
}

async function selectorOf(selector: string | undefined, nodeSelector?: object): Promise<unknown> {
  const request = podRequest({ containers: [], ...(nodeSelector ? { nodeSelector } : {}) });
  await pluginIn(selector).admit(request);
  return specOf(request).nodeSelector;
}

test("a Pod gets the labels in the annotation of its namespace", async () => {
  expect(await selectorOf("disk=ssd, zone = a")).toEqual({ disk: "ssd", zone: "a" });
  expect(await selectorOf("disk=ssd", { disk: "ssd", own: "x" })).toEqual({ disk: "ssd", own: "x" });
  expect(await selectorOf(undefined, { own: "x" })).toEqual({ own: "x" });
  expect(await selectorOf("")).toBeUndefined();
});

test("a Pod that selects other nodes is rejected, also if a later plugin has changed it", async () => {
  const why = "pod node label selector conflicts with its namespace node label selector";
  const request = podRequest({ containers: [], nodeSelector: { disk: "hdd" } });
  expect(await rejectionOf(pluginIn("disk=ssd").admit(request))).toEqual([403, `pods "a" is forbidden: ${why}`]);
  expect(await rejectionOf(pluginIn("disk=ssd").validate(request))).toEqual([403, `pods "a" is forbidden: ${why}`]);
  const unnamed = podRequest({ nodeSelector: { disk: "hdd" } }, { metadata: { name: undefined, generateName: "a-" } });
  expect(await rejectionOf(pluginIn("disk=ssd").admit(unnamed))).toEqual([403, `pods is forbidden: ${why}`]);
});

test.each([
  ["a", "invalid selector: [a]"],
  ["a=b=c", "invalid selector: [a b c]"],
  [
    "a b=c",
    "<nil>: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
  ],
  [
    "a=b c",
    "[a]: Invalid value: \"b c\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
  ],
])("the malformed annotation %j is an internal error", async (annotation, message) => {
  expect(await rejectionOf(pluginIn(annotation).admit(podRequest({})))).toEqual([500, message]);
});

test("a Pod of a namespace without the annotation gets the labels in the configuration", async () => {
  const selectors = { clusterDefaultNodeSelector: "disk=ssd" };
  for (const [annotation, expected] of [
    [undefined, { disk: "ssd" }],
    ["zone=a", { zone: "a" }],
    ["", undefined],
  ] as const) {
    const request = podRequest({ containers: [] });
    await pluginIn(annotation, selectors).admit(request);
    expect(specOf(request).nodeSelector).toEqual(expected);
  }
});

test("a Pod may only select labels that the configuration allows in its namespace", async () => {
  const plugin = pluginIn("disk=ssd", { default: "disk=ssd,zone=a", other: "x=y" });
  const why = "pod node label selector labels conflict with its namespace whitelist";
  const rejection = [403, `pods "a" is forbidden: ${why}`];
  const selecting = (nodeSelector: object) => podRequest({ containers: [], nodeSelector });
  expect(await rejectionOf(plugin.admit(selecting({ zone: "a" })))).toBeUndefined();
  expect(await rejectionOf(plugin.admit(selecting({ zone: "b" })))).toEqual(rejection);
  expect(await rejectionOf(plugin.validate(selecting({ cpu: "fast" })))).toEqual(rejection);
  const outside = pluginIn("disk=ssd,cpu=fast", { default: "disk=ssd" });
  expect(await rejectionOf(outside.admit(selecting({})))).toEqual(rejection);
  expect(await rejectionOf(pluginIn("disk=ssd", { default: "disk" }).admit(selecting({})))).toEqual([
    500,
    "invalid selector: [disk]",
  ]);
});

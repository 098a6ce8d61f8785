import { expect, test } from "vitest";
import type { ApiObject } from "../../../meta/object-meta.ts";
import type { Admission } from "../../index.ts";
import { rejectionOf } from "../../testing/requests.ts";
import { onlyPlugin, servicesOver } from "../testing/plugin-services.ts";
import { podRequest, specOf } from "../testing/pods.ts";

function pluginIn(selector: string | undefined): Admission {
  const annotations = selector === undefined ? {} : { "scheduler.alpha.kubernetes.io/node-selector": selector };
  const namespace: ApiObject = { kind: "Namespace", apiVersion: "v1", metadata: { name: "default", annotations } };
  return onlyPlugin("PodNodeSelector", servicesOver([namespace]));
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

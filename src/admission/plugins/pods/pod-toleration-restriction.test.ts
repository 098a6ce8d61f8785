import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../meta/object-meta.ts";
import type { Admission } from "../../index.ts";
import { rejectionOf } from "../../testing/requests.ts";
import type { PluginServices } from "../index.ts";
import { onlyPlugin, servicesOver } from "../testing/plugin-services.ts";
import { podRequest, specOf } from "../testing/pods.ts";

const prefix = "scheduler.alpha.kubernetes.io/";

function pluginIn(
  annotations: Readonly<Record<string, string>>,
  configurations: PluginServices["configurations"] = {},
): Admission {
  const prefixed = Object.fromEntries(Object.entries(annotations).map(([name, text]) => [prefix + name, text]));
  const metadata = { name: "default", annotations: prefixed };
  const namespace: ApiObject = { kind: "Namespace", apiVersion: "v1", metadata };
  return onlyPlugin("PodTolerationRestriction", servicesOver([namespace], { configurations }));
}

const exists = (key: string): object => ({ key, operator: "Exists" });
const bestEffort = { containers: [{ name: "c" }] };
const burstable = { containers: [{ name: "c", resources: { requests: { cpu: "1" } } }] };
const shortOfMemory = { key: "node.kubernetes.io/memory-pressure", operator: "Exists", effect: "NoSchedule" };

async function tolerationsOf(plugin: Admission, request: ReturnType<typeof podRequest>): Promise<unknown> {
  await plugin.admit(request);
  return specOf(request).tolerations;
}

describe("PodTolerationRestriction", () => {
  const defaults = pluginIn({ defaultTolerations: JSON.stringify([exists("a")]) });

  test("a new Pod gets the default tolerations of its namespace", async () => {
    expect(await tolerationsOf(defaults, podRequest({ ...bestEffort, tolerations: [exists("b")] }))).toEqual([
      exists("b"),
      exists("a"),
    ]);
    expect(await tolerationsOf(defaults, podRequest(bestEffort, { operation: "UPDATE" }))).toBeUndefined();
  });

  test("a Pod that requests resources tolerates nodes that are short of memory", async () => {
    expect(await tolerationsOf(pluginIn({}), podRequest(burstable))).toEqual([shortOfMemory]);
    expect(await tolerationsOf(pluginIn({}), podRequest(burstable, { operation: "UPDATE" }))).toEqual([shortOfMemory]);
    expect(await tolerationsOf(pluginIn({}), podRequest(bestEffort))).toBeUndefined();
  });

  test("a Pod may only have the allowed tolerations, including those that it gets", async () => {
    const allowed = pluginIn({ tolerationsWhitelist: JSON.stringify([exists("a")]) });
    const rejection = [
      500,
      "pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist",
    ];
    expect(await rejectionOf(allowed.admit(podRequest({ tolerations: [exists("a")] })))).toBeUndefined();
    expect(await rejectionOf(allowed.admit(podRequest({ tolerations: [exists("b")] })))).toEqual(rejection);
    expect(await rejectionOf(allowed.validate(podRequest({ tolerations: [exists("b")] })))).toEqual(rejection);
    expect(await rejectionOf(allowed.admit(podRequest(burstable)))).toEqual(rejection);
    expect(await rejectionOf(pluginIn({ tolerationsWhitelist: "[]" }).admit(podRequest(burstable)))).toBeUndefined();
  });

  test.each([
    ["{}", "json: cannot unmarshal object into Go value of type []v1.Toleration"],
    ["[1]", "json: cannot unmarshal number into Go value of type v1.Toleration"],
    ['[{"key":1}]', "json: cannot unmarshal number into Go struct field Toleration.key of type string"],
    ['[{"effect":1}]', "json: cannot unmarshal number into Go struct field Toleration.effect of type v1.TaintEffect"],
    ["x", "invalid character 'x' looking for beginning of value"],
  ])("the malformed annotation %j is an internal error", async (text, message) => {
    expect(await rejectionOf(pluginIn({ defaultTolerations: text }).admit(podRequest({})))).toEqual([500, message]);
  });

  test("the tolerations in the configuration apply to namespaces without annotations", async () => {
    const PodTolerationRestriction = {
      defaults: [{ key: "a", operator: "Exists" as const }],
      allowed: [{ key: "a", operator: "Exists" as const }],
    };
    const configured = { PodTolerationRestriction };
    expect(await tolerationsOf(pluginIn({}, configured), podRequest(bestEffort))).toEqual([exists("a")]);
    const other = pluginIn({}, configured).admit(podRequest({ ...bestEffort, tolerations: [exists("b")] }));
    expect(await rejectionOf(other)).toMatchObject([
      500,
      expect.stringContaining("conflict with its cluster whitelist"),
    ]);
    const annotated = pluginIn({ defaultTolerations: "", tolerationsWhitelist: "[]" }, configured);
    const request = podRequest({ ...bestEffort, tolerations: [exists("b")] });
    expect(await tolerationsOf(annotated, request)).toEqual([exists("b")]);
  });
});

import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJsonList, isJsonObject, type JsonObject } from "../../base/json-object.ts";
import { applyMergePatch } from "../merge-patch.ts";
import { deepFreeze } from "../testing/deep-freeze.ts";
import { anyJsonObject } from "../testing/json-arbitraries.ts";
import { thrownPatchError } from "../testing/thrown-patch-error.ts";
import { deployment, pod, template } from "../testing/workload-schemas.ts";
import { applyStrategicMergePatch } from "./strategic-merge.ts";

describe("a deployment", () => {
  const live = deepFreeze({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", labels: { app: "web" }, annotations: { note: "old" }, finalizers: ["keep", "drop"] },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: "web" } },
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" } },
      template: {
        metadata: { labels: { app: "web" } },
        spec: {
          containers: [
            {
              name: "web",
              image: "web:1",
              env: [
                { name: "MODE", value: "a" },
                { name: "SECRET", value: "b" },
              ],
            },
            { name: "sidecar", image: "sidecar:1" },
          ],
          volumes: [{ name: "cache", emptyDir: {} }],
        },
      },
    },
  });

  test("applyStrategicMergePatch() applies a patch with every kind of change to a Deployment", () => {
    const patch = deepFreeze({
      metadata: { annotations: { note: null }, "$deleteFromPrimitiveList/finalizers": ["drop"] },
      spec: {
        replicas: 3,
        strategy: { $retainKeys: ["type"], type: "Recreate" },
        template: {
          spec: {
            "$setElementOrder/containers": [{ name: "web" }, { name: "metrics" }],
            containers: [
              {
                name: "web",
                image: "web:2",
                "$setElementOrder/env": [{ name: "MODE" }],
                env: [{ name: "SECRET", $patch: "delete" }],
              },
              { name: "metrics", image: "metrics:1" },
              { name: "sidecar", $patch: "delete" },
            ],
            volumes: [{ name: "cache", $retainKeys: ["name", "configMap"], configMap: { name: "c" } }],
          },
        },
      },
    });
    expect(applyStrategicMergePatch(live, patch, deployment)).toStrictEqual({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "web", labels: { app: "web" }, annotations: {}, finalizers: ["keep"] },
      spec: {
        replicas: 3,
        selector: { matchLabels: { app: "web" } },
        strategy: { type: "Recreate" },
        template: {
          metadata: { labels: { app: "web" } },
          spec: {
            containers: [
              { name: "web", image: "web:2", env: [{ name: "MODE", value: "a" }] },
              { name: "metrics", image: "metrics:1" },
            ],
            volumes: [{ name: "cache", configMap: { name: "c" } }],
          },
        },
      },
    });
  });

  test("applyStrategicMergePatch() shares unchanged parts with the original", () => {
    const result = applyStrategicMergePatch(live, { spec: { replicas: 5 } }, deployment) as typeof live;
    expect(result.metadata).toBe(live.metadata);
    expect(result.spec.template).toBe(live.spec.template);
  });
});

test.each([[null], ["text"], [1], [[]], [undefined]])(
  "applyStrategicMergePatch() rejects the patch %j as malformed",
  (patch) => {
    expect(thrownPatchError(() => applyStrategicMergePatch({}, patch, pod)).kind).toBe("malformed");
  },
);

describe("for random objects", () => {
  const name = fc.constantFrom("a", "b", "c", "d", "__proto__", "constructor");
  const word = fc.constantFrom("x", "y", "");
  const labels = fc.dictionary(name, word, { maxKeys: 3, noNullPrototype: true });
  const plainList = fc.uniqueArray(name, { maxLength: 4 });

  function keyed(key: string, members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonObject[]> {
    const item = fc.record({ [key]: name, ...members }, { requiredKeys: [key], noNullPrototype: true });
    return fc.uniqueArray(item, { maxLength: 4, selector: (one) => one[key] });
  }

  const container = {
    image: word,
    command: plainList,
    env: keyed("name", { value: word }),
    ports: keyed("containerPort", { protocol: word }),
    resources: fc.record({ limits: labels }, { noNullPrototype: true }),
  };
  const volume = { emptyDir: fc.constant({}), configMap: fc.record({ name: word }, { noNullPrototype: true }) };
  const metadata = { labels, finalizers: plainList, ownerReferences: keyed("uid", { kind: word }) };
  const spec = { containers: keyed("name", container), volumes: keyed("name", volume), nodeSelector: labels };
  const anyPod: fc.Arbitrary<JsonObject> = fc.record(
    {
      metadata: fc.record(metadata, { requiredKeys: [], noNullPrototype: true }),
      spec: fc.record(spec, { requiredKeys: [], noNullPrototype: true }),
    },
    { noNullPrototype: true },
  );

  test("applying an object to itself changes nothing", () => {
    fc.assert(
      fc.property(anyPod, (object) => {
        deepFreeze(object);
        expect(applyStrategicMergePatch(object, object, pod)).toStrictEqual(object);
      }),
    );
  });

  test("applying a patch to an empty object returns the patch", () => {
    fc.assert(
      fc.property(anyPod, (patch) => {
        expect(applyStrategicMergePatch({}, deepFreeze(patch), pod)).toStrictEqual(patch);
      }),
    );
  });

  test("applying a strategic merge patch again changes nothing", () => {
    fc.assert(
      fc.property(anyPod, anyPod, (object, patch) => {
        const once = applyStrategicMergePatch(deepFreeze(object), deepFreeze(patch), pod);
        expect(applyStrategicMergePatch(deepFreeze(once), patch, pod)).toStrictEqual(once);
      }),
    );
  });

  test("merging lists keeps every item of both lists once", () => {
    const identities = (list: unknown): unknown[] =>
      (isJsonList(list) ? list : []).map((item) => (item as JsonObject)["name"]);
    fc.assert(
      fc.property(spec.containers, spec.containers, (live, patch) => {
        const result = applyStrategicMergePatch({ spec: { containers: live } }, { spec: { containers: patch } }, pod);
        const names = identities((result["spec"] as JsonObject)["containers"]);
        expect(new Set(names).size).toBe(names.length);
        expect(new Set(names)).toStrictEqual(new Set([...identities(live), ...identities(patch)]));
        expect(names.filter((one) => identities(patch).includes(one))).toStrictEqual(identities(patch));
      }),
    );
  });

  test("an order directive sorts exactly the items that it lists", () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1 }), fc.uniqueArray(name), (live, order) => {
        const patch = { metadata: { "$setElementOrder/finalizers": order } };
        const result = applyStrategicMergePatch({ metadata: { finalizers: live } }, patch, pod);
        const after = (result["metadata"] as { finalizers: typeof live }).finalizers;
        expect(after.filter((one) => order.includes(one))).toStrictEqual(order.filter((one) => live.includes(one)));
        expect(after.filter((one) => !order.includes(one))).toStrictEqual(live.filter((one) => !order.includes(one)));
      }),
    );
  });

  test("a strategic merge patch without lists equals a JSON merge patch", () => {
    /**
     * Returns the value with each list replaced by a string, because the two kinds of patches treat nulls in lists
     * differently.
     */
    const withoutLists = (value: unknown): unknown => {
      if (isJsonList(value)) return "list";
      if (!isJsonObject(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutLists(member)]));
    };
    fc.assert(
      fc.property(anyJsonObject, anyJsonObject, (left, right) => {
        const content = withoutLists(left);
        const patch = deepFreeze({ content: withoutLists(right) });
        const result = applyStrategicMergePatch(deepFreeze({ content }), patch, template);
        expect(isDeepStrictEqual(result, applyMergePatch({ content }, patch))).toBe(true);
      }),
    );
  });
});

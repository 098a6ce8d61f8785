import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../base/json-object.ts";
import { boolean, list, optional, struct, text, union } from "../../schema/index.ts";
import { deepFreeze } from "../testing/deep-freeze.ts";
import { thrownPatchError } from "../testing/thrown-patch-error.ts";
import { budget, deployment, pod, template } from "../testing/workload-schemas.ts";
import { applyStrategicMergePatch } from "./strategic-merge.ts";

function patchedPod(live: JsonObject, patch: JsonObject): JsonObject {
  return applyStrategicMergePatch(deepFreeze(live), deepFreeze(patch), pod);
}

function patchedTemplate(live: JsonObject, patch: JsonObject): JsonObject {
  return applyStrategicMergePatch(deepFreeze(live), deepFreeze(patch), template);
}

const withLabels = (labels: unknown): JsonObject => ({ metadata: { labels } });
const withSpec = (spec: unknown): JsonObject => ({ spec });

describe("members", () => {
  test.each<[string, JsonObject, JsonObject, JsonObject]>([
    ["an empty patch changes nothing", withLabels({ a: "1" }), {}, withLabels({ a: "1" })],
    [
      "a map gains and changes members",
      withLabels({ a: "1", b: "2" }),
      withLabels({ b: "3", c: "4" }),
      withLabels({ a: "1", b: "3", c: "4" }),
    ],
    ["null removes a member", withLabels({ a: "1", b: "2" }), withLabels({ a: null }), withLabels({ b: "2" })],
    ["null for a missing member adds nothing", withLabels({ a: "1" }), withLabels({ z: null }), withLabels({ a: "1" })],
    [
      "null removes a whole struct",
      { spec: { securityContext: { runAsUser: 1 } } },
      { spec: { securityContext: null } },
      { spec: {} },
    ],
    ["a map may end up empty", withLabels({ a: "1" }), withLabels({ a: null }), withLabels({})],
    [
      "structs merge",
      withSpec({ securityContext: { runAsUser: 1 }, restartPolicy: "Never" }),
      withSpec({ securityContext: { runAsUser: 2 } }),
      withSpec({ securityContext: { runAsUser: 2 }, restartPolicy: "Never" }),
    ],
    ["an added struct leaves its nulls behind", {}, withLabels({ a: "1", b: null }), withLabels({ a: "1" })],
    [
      "an added struct leaves nested nulls behind",
      {},
      withSpec({ securityContext: { runAsUser: null } }),
      withSpec({ securityContext: {} }),
    ],
    [
      "an added list keeps null items but not null members",
      {},
      withSpec({ tolerations: [null, { key: null, effect: "x" }] }),
      withSpec({ tolerations: [null, { effect: "x" }] }),
    ],
    ["an unknown member is added", {}, withSpec({ unknown: { a: [1] } }), withSpec({ unknown: { a: [1] } })],
    ["a null of the object gives way", { metadata: null }, withLabels({ a: "1" }), withLabels({ a: "1" })],
    [
      "bigints are kept",
      withSpec({ securityContext: { runAsUser: 1 } }),
      withSpec({ securityContext: { runAsUser: 2n ** 60n } }),
      withSpec({ securityContext: { runAsUser: 2n ** 60n } }),
    ],
  ])("merging members: %s", (_title, live, patch, expected) => {
    expect(patchedPod(live, patch)).toStrictEqual(expected);
  });
});

describe("a field of the strategy `replace`", () => {
  const live = {
    selector: { matchLabels: { a: "1", b: "2" }, matchExpressions: [{ key: "c", operator: "Exists" }] },
    limits: { x: "1" },
  };
  const patchedBudget = (patch: JsonObject): JsonObject =>
    applyStrategicMergePatch(deepFreeze(live), deepFreeze(patch), budget);

  test.each<[string, JsonObject, JsonObject]>([
    ["is replaced by the patch's struct", { selector: { matchLabels: { z: "1" } } }, { matchLabels: { z: "1" } }],
    ["may be emptied", { selector: {} }, {}],
    [
      "keeps the patch's nulls, as in the reference",
      { selector: { matchLabels: { a: null, b: "3" } } },
      { matchLabels: { a: null, b: "3" } },
    ],
    [
      "keeps the patch's directives, as in the reference",
      { selector: { $patch: "replace", matchLabels: {} } },
      { $patch: "replace", matchLabels: {} },
    ],
    ["stays when the patch is about others", { limits: { x: "2" } }, live.selector],
  ])("a field of the strategy `replace` %s", (_title, patch, selector) => {
    expect(patchedBudget(patch)["selector"]).toStrictEqual(selector);
  });

  test("a field of the strategy `replace` may be a map, and is removed by null", () => {
    expect(patchedBudget({ limits: { y: "2" } })["limits"]).toStrictEqual({ y: "2" });
    expect(patchedBudget({ selector: null })).toStrictEqual({ limits: { x: "1" } });
  });
});

describe("values of another type replace the current value, and the decoder rejects them later", () => {
  test.each<[string, JsonObject, JsonObject, JsonObject]>([
    ["a list for a map", withLabels({ a: "1" }), withLabels(["x"]), withLabels(["x"])],
    [
      "a map for a list",
      withSpec({ containers: [{ name: "a" }] }),
      withSpec({ containers: { name: "b", image: null } }),
      withSpec({ containers: { name: "b" } }),
    ],
    [
      "a text for a struct",
      withSpec({ securityContext: {} }),
      withSpec({ securityContext: "x" }),
      withSpec({ securityContext: "x" }),
    ],
    [
      "a map for a text",
      withSpec({ restartPolicy: "Never" }),
      withSpec({ restartPolicy: {} }),
      withSpec({ restartPolicy: {} }),
    ],
    [
      "a number for a text",
      withSpec({ restartPolicy: "Never" }),
      withSpec({ restartPolicy: 1 }),
      withSpec({ restartPolicy: 1 }),
    ],
  ])("a value of another type replaces the current one: %s", (_title, live, patch, expected) => {
    expect(patchedPod(live, patch)).toStrictEqual(expected);
  });
});

describe("$patch in an object", () => {
  const live = withLabels({ a: "1", b: "2" });

  test.each<[string, JsonObject, JsonObject, JsonObject]>([
    [
      "replace puts the rest of the patch in its place",
      live,
      withLabels({ $patch: "replace", c: "3" }),
      withLabels({ c: "3" }),
    ],
    [
      "replace keeps what the rest says as it is",
      live,
      withLabels({ $patch: "replace", c: null }),
      withLabels({ c: null }),
    ],
    ["delete leaves an empty object", live, withLabels({ $patch: "delete" }), withLabels({})],
    ["delete ignores the rest of the patch", live, withLabels({ $patch: "delete", c: "3" }), withLabels({})],
    ["delete of the whole object", live, { $patch: "delete" }, {}],
    ["replace of the whole object", live, { $patch: "replace", kind: "Pod" }, { kind: "Pod" }],
    ["replace of nothing adds nothing", { metadata: {} }, withLabels({ $patch: "replace", c: "3" }), { metadata: {} }],
    [
      "delete of nothing adds nothing",
      {},
      { metadata: { labels: { $patch: "delete" }, name: "x" } },
      { metadata: { name: "x" } },
    ],
    [
      "delete of a scalar removes it",
      withSpec({ restartPolicy: "Never" }),
      withSpec({ restartPolicy: { $patch: "delete" } }),
      withSpec({}),
    ],
  ])("the `$patch` directive in an object: %s", (_title, object, patch, expected) => {
    expect(patchedPod(object, patch)).toStrictEqual(expected);
  });

  test.each([
    ["merge", "unknown patch type: merge in map: map[$patch:merge c:3]"],
    ["other", "unknown patch type: other in map: map[$patch:other c:3]"],
    [null, "unknown patch type: %!s(<nil>) in map: map[$patch:<nil> c:3]"],
  ])("the `$patch` directive %s in an object is rejected", (directive, message) => {
    const error = thrownPatchError(() => patchedPod(live, withLabels({ $patch: directive, c: "3" })));
    expect(error).toMatchObject({ kind: "malformed", message });
  });
});

describe("$retainKeys", () => {
  const rolling = { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: "25%" } };
  const withStrategy = (strategy: unknown): JsonObject => ({ spec: { replicas: 3, strategy } });

  test.each<[string, unknown, unknown, unknown]>([
    [
      "drops the members of a union that it does not name",
      rolling,
      { $retainKeys: ["type"], type: "Recreate" },
      { type: "Recreate" },
    ],
    [
      "keeps and merges the members that it names",
      rolling,
      { $retainKeys: ["type", "rollingUpdate"], rollingUpdate: { maxSurge: 2 } },
      { type: "RollingUpdate", rollingUpdate: { maxSurge: 2, maxUnavailable: "25%" } },
    ],
    ["may name what is nowhere", rolling, { $retainKeys: ["type", "other"] }, { type: "RollingUpdate" }],
    ["empties the object when it is empty", rolling, { $retainKeys: [] }, {}],
    [
      "need not name what the patch removes",
      rolling,
      { $retainKeys: ["type"], rollingUpdate: null },
      { type: "RollingUpdate" },
    ],
    ["is not needed", rolling, { type: "Recreate", rollingUpdate: null }, { type: "Recreate" }],
    [
      "works where the schema does not ask for it",
      rolling,
      { rollingUpdate: { $retainKeys: ["maxSurge"] } },
      { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } },
    ],
  ])("the `$retainKeys` directive %s", (_title, live, patch, expected) => {
    const result = applyStrategicMergePatch(
      deepFreeze(withStrategy(live)),
      deepFreeze({ spec: { strategy: patch } }),
      deployment,
    );
    expect(result).toStrictEqual(withStrategy(expected));
  });

  test.each<[string, unknown]>([
    ["lacks a member of the patch", { $retainKeys: ["rollingUpdate"], type: "Recreate" }],
    ["is a text", { $retainKeys: "type" }],
    ["is an object", { $retainKeys: {} }],
    ["is null", { $retainKeys: null }],
  ])("the `$retainKeys` directive is rejected if it %s", (_title, patch) => {
    const strategy = deepFreeze({ spec: { strategy: patch } });
    const error = thrownPatchError(() => applyStrategicMergePatch(withStrategy(rolling), strategy, deployment));
    expect(error).toMatchObject({ kind: "malformed", message: "invalid patch format of retainKeys" });
  });
});

describe("values without a struct schema", () => {
  test.each<[string, JsonObject, JsonObject, JsonObject]>([
    [
      "raw JSON merges as by a merge patch",
      { content: { a: { b: 1, c: 2 }, l: [1] } },
      { content: { a: { b: null, d: 3 }, l: [2] } },
      { content: { a: { c: 2, d: 3 }, l: [2] } },
    ],
    [
      "lists in raw JSON are replaced, items with names too",
      { content: { l: [{ name: "a" }] } },
      { content: { l: [{ name: "b" }] } },
      { content: { l: [{ name: "b" }] } },
    ],
    ["raw JSON of another type is replaced", { content: [1] }, { content: { a: 1 } }, { content: { a: 1 } }],
    [
      "structs in a map merge",
      { parameters: { p: { type: "x", tags: ["a"] } } },
      { parameters: { p: { type: "y" }, q: { type: "z" } } },
      { parameters: { p: { type: "y", tags: ["a"] }, q: { type: "z" } } },
    ],
    [
      "lists of structs in a map merge by their strategy",
      { parameters: { p: { tags: ["a"] } } },
      { parameters: { p: { tags: ["b"] } } },
      { parameters: { p: { tags: ["b", "a"] } } },
    ],
    [
      "a struct in a map is removed by null",
      { parameters: { p: {}, q: {} } },
      { parameters: { p: null } },
      { parameters: { q: {} } },
    ],
  ])("merging without a struct schema: %s", (_title, live, patch, expected) => {
    expect(patchedTemplate(live, patch)).toStrictEqual(expected);
  });
});

test("applyStrategicMergePatch() treats names such as `__proto__` as data", () => {
  const live = JSON.parse('{"metadata":{"labels":{"__proto__":"a","constructor":"b"}}}') as JsonObject;
  const patch = JSON.parse('{"metadata":{"labels":{"__proto__":"c","toString":"d","constructor":null}}}') as JsonObject;
  expect(JSON.stringify(patchedPod(live, patch))).toBe('{"metadata":{"labels":{"__proto__":"c","toString":"d"}}}');
  const added = JSON.parse('{"__proto__":{"polluted":1},"metadata":{"__proto__":{"polluted":1}}}') as JsonObject;
  expect(JSON.stringify(patchedPod({}, added))).toBe(JSON.stringify(added));
  expect(({} as JsonObject)["polluted"]).toBeUndefined();
});

test("`$retainKeys` can retain a member named `__proto__`", () => {
  const live = JSON.parse('{"metadata":{"labels":{"__proto__":"a","b":"c"}}}') as JsonObject;
  const result = patchedPod(live, { metadata: { labels: { $retainKeys: ["__proto__"] } } });
  expect(JSON.stringify(result)).toBe('{"metadata":{"labels":{"__proto__":"a"}}}');
});

describe("a union", () => {
  const item = struct("p/v1.Item", "An item.", {
    name: optional(text, 1, "Its key."),
    size: optional(text, 2, "Its size."),
  });
  const part = struct("p/v1.Part", "A part.", {
    items: optional(list(item, { merge: "name" }), 1, "What it is made of."),
  });
  const form = { name: "p/v1.PartOrBool", doc: "A part, or whether.", expected: "" };
  const object = { name: "Part", schema: part, proto: 1 };
  const holder = struct("p/v1.Holder", "Holds.", {
    maybe: optional(union(form, object, { name: "Allows", schema: boolean, proto: 2 }), 1, "A part, or whether."),
  });
  const live = { maybe: { items: [{ name: "a", size: "1" }] } };

  test.each<[JsonObject, JsonObject, JsonObject]>([
    [live, { maybe: { items: [{ name: "b" }] } }, { maybe: { items: [{ name: "b" }, { name: "a", size: "1" }] } }],
    [live, { maybe: true }, { maybe: true }],
    [{ maybe: true }, live, live],
  ])("a union: %j merged with %j is %j", (original, patch, expected) => {
    expect(applyStrategicMergePatch(deepFreeze(original), deepFreeze(patch), holder)).toEqual(expected);
  });
});

import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../base/json-object.ts";
import { int32, pointer, struct } from "../../schema/index.ts";
import { deepFreeze } from "../testing/deep-freeze.ts";
import { thrownPatchError } from "../testing/thrown-patch-error.ts";
import { pod, template } from "../testing/workload-schemas.ts";
import { applyStrategicMergePatch } from "./strategic-merge.ts";

const named = (names: string): { readonly name: string }[] => names.split("").map((name) => ({ name }));
const gone = (name: string): JsonObject => ({ name, $patch: "delete" });

function patchedSpec(live: JsonObject, patch: JsonObject): JsonObject {
  return applyStrategicMergePatch(deepFreeze({ spec: live }), deepFreeze({ spec: patch }), pod)["spec"] as JsonObject;
}

/** Returns the names of the containers after a patch, in order. */
function containersAfter(live: string, order: unknown, patch?: readonly unknown[]): string {
  const spec = { "$setElementOrder/containers": order, ...(patch ? { containers: patch } : {}) };
  const containers = patchedSpec({ containers: named(live) }, spec)["containers"] as readonly { name: string }[];
  return containers.map((container) => container.name).join("");
}

describe("an order directive sorts containers", () => {
  test.each<[string, string, string, readonly unknown[] | undefined, string]>([
    ["without any other change", "abc", "cba", undefined, "cba"],
    ["when one of them changes", "abc", "cab", [{ name: "b", image: "x" }], "cab"],
    ["when one is added", "ab", "anb", named("n"), "anb"],
    ["when one is added at the end", "ab", "abn", named("n"), "abn"],
    ["when one is deleted", "abc", "ca", [gone("b")], "ca"],
    ["when all are replaced", "ab", "nm", [{ $patch: "replace" }, ...named("nm")], "nm"],
    ["also when it names some that do not exist", "ab", "zbya", undefined, "ba"],
    ["for those it names, around the others", "abcd", "db", undefined, "acdb"],
    ["with others where they stood before the next", "xabc", "cba", undefined, "xcba"],
    ["with others at the end when they stood after", "abx", "ba", undefined, "bax"],
    ["with an unrelated new one before the others", "ab", "n", named("n"), "nab"],
    ["with a new one in the place of a deleted one", "abc", "n", [...named("n"), gone("c")], "abn"],
    ["with a second new one only where it fits", "ab", "nm", [...named("nm"), gone("b")], "anm"],
    ["with one that was deleted and added anew", "abc", "ac", [gone("c"), { name: "c" }], "abc"],
    ["not at all when it is empty", "abc", "", undefined, "abc"],
  ])("an order directive sorts containers %s", (_title, live, order, patch, expected) => {
    expect(containersAfter(live, named(order), patch)).toBe(expected);
  });

  test.each([{}, { x: 1 }, ["a"]])(
    "an order directive ignores an entry whose key is %j, which names no item",
    (name) => {
      expect(containersAfter("abc", [{ name: "c" }, { name }, { name: "a" }])).toBe("bca");
    },
  );

  test("an order directive in another letter case does not sort the list", () => {
    const live = { containers: named("ab") };
    expect(patchedSpec(live, { "$setElementOrder/Containers": named("ba") })).toStrictEqual(live);
    expect(patchedSpec(live, { "$setElementOrder/container\u017f": named("ba") })).toStrictEqual(live);
    const patch = { "$setElementOrder/CONTAINERS": named("ba"), CONTAINERS: named("b") };
    expect(patchedSpec(live, patch)).toStrictEqual({ ...live, CONTAINERS: named("b") });
  });

  test("an order directive sorts containers whose contents are merged", () => {
    const live = {
      containers: [
        { name: "a", image: "a:1" },
        { name: "b", image: "b:1" },
      ],
    };
    const patch = { "$setElementOrder/containers": named("ba"), containers: [{ name: "a", command: ["x"] }] };
    expect(patchedSpec(live, patch)).toStrictEqual({
      containers: [
        { name: "b", image: "b:1" },
        { name: "a", image: "a:1", command: ["x"] },
      ],
    });
  });

  test("an order directive sorts nested lists", () => {
    const live = {
      containers: [{ name: "a", env: named("xyz"), ports: [{ containerPort: 80 }, { containerPort: 81 }] }],
    };
    const patch = {
      "$setElementOrder/containers": named("a"),
      containers: [
        {
          name: "a",
          "$setElementOrder/env": named("zyx"),
          "$setElementOrder/ports": [{ containerPort: 81 }, { containerPort: 80 }],
          env: [{ name: "y", value: "1" }],
        },
      ],
    };
    expect(patchedSpec(live, patch)).toStrictEqual({
      containers: [
        {
          name: "a",
          env: [{ name: "z" }, { name: "y", value: "1" }, { name: "x" }],
          ports: [{ containerPort: 81 }, { containerPort: 80 }],
        },
      ],
    });
  });

  test("an order directive sorts a new list without its deletions", () => {
    const patch = { "$setElementOrder/containers": named("ab"), containers: [...named("ab"), gone("c")] };
    expect(patchedSpec({}, patch)).toStrictEqual({ containers: named("ab") });
  });

  test("an order directive does not create a list", () => {
    expect(patchedSpec({}, { "$setElementOrder/containers": named("ab") })).toStrictEqual({});
  });

  test("an order directive for a pointer that is not a list is ignored", () => {
    const type = struct("core/v1.PodSpec", "PodSpec", { priority: pointer(int32, 1, "priority") });
    const order = { "$setElementOrder/priority": ["a"] };
    expect(applyStrategicMergePatch({}, order, type)).toStrictEqual({});
    expect(applyStrategicMergePatch({}, { ...order, priority: ["a"] }, type)).toStrictEqual({ priority: ["a"] });
  });
});

describe("lists of plain values", () => {
  function finalizersAfter(live: readonly string[] | undefined, patch: JsonObject): unknown {
    const metadata = live ? { finalizers: live } : {};
    return applyStrategicMergePatch(deepFreeze({ metadata }), deepFreeze({ metadata: patch }), pod)["metadata"];
  }

  test.each<[string, readonly string[] | undefined, JsonObject, readonly string[]]>([
    ["are reordered", ["a", "b", "c"], { "$setElementOrder/finalizers": ["c", "a", "b"] }, ["c", "a", "b"]],
    [
      "gain items in order",
      ["a", "b"],
      { "$setElementOrder/finalizers": ["a", "n", "b"], finalizers: ["n"] },
      ["a", "n", "b"],
    ],
    [
      "lose items",
      ["a", "b", "c"],
      { "$setElementOrder/finalizers": ["c", "a"], "$deleteFromPrimitiveList/finalizers": ["b"] },
      ["c", "a"],
    ],
    ["keep others in their place", ["x", "a", "b"], { "$setElementOrder/finalizers": ["b", "a"] }, ["x", "b", "a"]],
    ["are made in order", undefined, { "$setElementOrder/finalizers": ["a", "b"], finalizers: ["a", "b"] }, ["a", "b"]],
  ])("an order directive: plain values %s", (_title, live, patch, expected) => {
    expect(finalizersAfter(live, patch)).toStrictEqual({ finalizers: expected });
  });

  test("an order of plain values must not contain a list or an object", () => {
    const error = thrownPatchError(() => finalizersAfter(["a"], { "$setElementOrder/finalizers": ["a", ["b"]] }));
    expect(error).toMatchObject({ kind: "malformed", message: "[b] cannot identify an item" });
  });

  test("a list of plain values without a strategy is replaced, then sorted", () => {
    const live = { securityContext: { supplementalGroups: [1, 2] } };
    const patch = { securityContext: { "$setElementOrder/supplementalGroups": [3, 4, 5], supplementalGroups: [3, 5] } };
    expect(patchedSpec(live, patch)).toStrictEqual({ securityContext: { supplementalGroups: [3, 5] } });
  });
});

describe("an order is rejected", () => {
  const orderOf = (order: unknown, containers?: unknown): JsonObject => ({
    "$setElementOrder/containers": order,
    ...(containers === undefined ? {} : { containers }),
  });

  test.each<[string, JsonObject, string]>([
    [
      "that lacks an item of the patch",
      orderOf(named("a"), named("ab")),
      "The order in patch list:\n[map[name:a] map[name:b]]\n doesn't match $setElementOrder list:\n[map[name:a]]\n",
    ],
    [
      "that has the patch's items in another order",
      orderOf(named("ba"), named("ab")),
      "The order in patch list:\n[map[name:a] map[name:b]]\n doesn't match $setElementOrder list:\n[map[name:b] map[name:a]]\n",
    ],
    ["that is no list", orderOf({}), "expected a []interface {}, but received a map[string]interface {}"],
    ["that is null", orderOf(null), "expected a []interface {}, but received a %!s(<nil>)"],
    ["for a patch that is null", orderOf(named("a"), null), "expected a []interface {}, but received a %!s(<nil>)"],
    [
      "for a patch that is no list",
      orderOf(named("a"), {}),
      "expected a []interface {}, but received a map[string]interface {}",
    ],
    [
      "whose entries lack the key",
      orderOf([{ image: "x" }]),
      "map: map[image:x] does not contain declared merge key: name",
    ],
    ["whose entries are texts", orderOf(["a"]), "value for key 0 is not a map"],
    [
      "with a text before an item of the live list",
      orderOf([...named("a"), "x", ...named("b")]),
      "value for key 1 is not a map",
    ],
    [
      "with a text after all items of the live list",
      orderOf([...named("ab"), "x"]),
      "expected a map[string]interface {}, but received a string",
    ],
    [
      "with a null after all items of the live list",
      orderOf([...named("ab"), null]),
      "expected a map[string]interface {}, but received a %!s(<nil>)",
    ],
    [
      "with a text in place of an item of the patch",
      orderOf(["a"], named("a")),
      "expected a map[string]interface {}, but received a string",
    ],
    [
      "for a patch with a text after the ordered items",
      orderOf(named("ab"), [...named("ab"), "x"]),
      "expected a map[string]interface {}, but received a string",
    ],
    [
      "for two lists without items",
      { "$setElementOrder/initContainers": named("a"), initContainers: [] },
      "no elements in any of the given slices",
    ],
    [
      "for a field that does not exist",
      { "$setElementOrder/nothing": ["a"], nothing: ["a"] },
      'unable to find api field in struct PodSpec for the json field "nothing"',
    ],
    [
      "for a field that is no list",
      { "$setElementOrder/restartPolicy": [] },
      "expected slice or array type, but got: struct",
    ],
    ["without a name", { $setElementOrder: [] }, "invalid patch format of setElementOrder list"],
    [
      "with a name run into it",
      { "$setElementOrderOf/containers": [] },
      "invalid patch format of setElementOrder list",
    ],
    [
      "for a name with characters that Go escapes",
      { '$setElementOrder/a"b\n': [] },
      'unable to find api field in struct PodSpec for the json field "a\\"b\\n"',
    ],
    [
      "for an object as key that the order does not name",
      { "$setElementOrder/containers": [{ name: "a" }], containers: [{ name: { x: 1 } }] },
      "The order in patch list:\n[map[name:map[x:1]]]\n doesn't match $setElementOrder list:\n[map[name:a]]\n",
    ],
    [
      "for an entry whose key is a list, beside an object as key",
      { "$setElementOrder/containers": [{ name: ["a"] }], containers: [{ name: { x: 1 } }] },
      "The order in patch list:\n[map[name:map[x:1]]]\n doesn't match $setElementOrder list:\n[map[name:[a]]]\n",
    ],
    [
      "for objects as keys of two items",
      { "$setElementOrder/containers": [{ name: {} }], containers: [{ name: {} }] },
      "map[] cannot identify an item",
    ],
    [
      "for objects without a key",
      { "$setElementOrder/tolerations": [{ key: "a" }], tolerations: [{ key: "a" }] },
      "map[key:a] cannot identify an item",
    ],
  ])("an order is rejected %s", (_title, patch, message) => {
    const error = thrownPatchError(() => patchedSpec({ containers: named("ab") }, patch));
    expect(error).toMatchObject({ kind: "malformed", message });
  });

  test.each<[string, JsonObject, string]>([
    [
      "$retainKeys before an order that is no list",
      { "$setElementOrder/containers": {}, $retainKeys: {} },
      "invalid patch format of retainKeys",
    ],
    [
      "$retainKeys before a deletion without a name",
      { $deleteFromPrimitiveList: [], $retainKeys: [], restartPolicy: "Never" },
      "invalid patch format of retainKeys",
    ],
    [
      "an order that is no list before its missing name",
      { $setElementOrder: {} },
      "expected a []interface {}, but received a map[string]interface {}",
    ],
    [
      "an order without a name before a deletion without a name",
      { $deleteFromPrimitiveList: [], $setElementOrder: [] },
      "invalid patch format of setElementOrder list",
    ],
    [
      "an order for an unknown list before a deletion without a name",
      { $deleteFromPrimitiveList: [], "$setElementOrder/nothing": [] },
      'unable to find api field in struct PodSpec for the json field "nothing"',
    ],
    [
      "a live value that is no list before the type of its field",
      { "$setElementOrder/restartPolicy": [] },
      "expected a []interface {}, but received a string",
    ],
    [
      "a patch that is no list before an unknown field",
      { "$setElementOrder/nothing": [], nothing: "x" },
      "expected a []interface {}, but received a string",
    ],
    [
      "an item of the patch before an entry of the order",
      orderOf([{}], [{}, "x"]),
      "expected a map[string]interface {}, but received a string",
    ],
    [
      "an unmergeable item before the end of the order",
      orderOf([...named("a"), "x"], [{ name: "a", $patch: "merge" }]),
      "merging lists cannot yet be specified in the patch",
    ],
  ])("an order directive reports the fault of %s", (_title, patch, message) => {
    const error = thrownPatchError(() => patchedSpec({ containers: named("ab"), restartPolicy: "Always" }, patch));
    expect(error).toMatchObject({ kind: "malformed", message });
  });

  test("an order is rejected for a live value that is not a list", () => {
    const error = thrownPatchError(() => patchedSpec({ containers: "x" }, orderOf(named("a"))));
    expect(error.message).toBe("expected a []interface {}, but received a string");
  });

  test("an order is rejected inside maps and raw JSON", () => {
    for (const patch of [{ content: { "$setElementOrder/l": [1] } }, { parameters: { "$setElementOrder/l": [1] } }]) {
      const live = { content: { l: [1] }, parameters: {} };
      const error = thrownPatchError(() => applyStrategicMergePatch(live, patch, template));
      expect(error.message).toBe("merging an object in json but data type is not struct, instead is: map");
    }
  });
});

test("an order need not list an item that the patch deletes", () => {
  expect(containersAfter("abc", named("ab"), [{ name: "a" }, gone("c")])).toBe("ab");
});

test("an order directive treats a null in the live object as a missing list", () => {
  const patch = { "$setElementOrder/containers": named("a"), containers: named("a") };
  expect(patchedSpec({ containers: null }, patch)).toStrictEqual({ containers: named("a") });
});

/** Patches whose application costs far more than their size suggests. */
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../base/json-object.ts";
import { list, optional, recursiveStruct, type StructSchema, text } from "../schema/index.ts";
import { applyJsonPatch } from "./json-patch.ts";
import { parseJsonPatch } from "./json-patch-operation.ts";
import { defaultPatchLimits } from "./limits.ts";
import { applyStrategicMergePatch } from "./strategic-merge/strategic-merge.ts";
import { thrownPatchError } from "./testing/thrown-patch-error.ts";
import { pod, template } from "./testing/workload-schemas.ts";

const patched = (document: unknown, patch: unknown, limits = defaultPatchLimits): unknown =>
  applyJsonPatch(document, parseJsonPatch(patch, limits), limits);

const nested = (depth: number): JsonObject => {
  let value: JsonObject = {};
  for (let level = 1; level < depth; level++) value = { a: value };
  return value;
};

describe("operations", () => {
  const tests = (count: number) => Array.from({ length: count }, () => ({ op: "test", path: "/a", value: 1 }));

  test("applyJsonPatch() applies 10,000 operations", () => {
    expect(patched({ a: 1 }, tests(10_000))).toStrictEqual({ a: 1 });
  });

  test("parseJsonPatch() rejects 10,001 operations without reading them", () => {
    const error = thrownPatchError(() => parseJsonPatch([...tests(10_000), "malformed"]));
    expect(error.kind).toBe("too-many-operations");
    expect(error.message).toBe("The allowed maximum operations in a JSON patch is 10000, got 10001");
  });
});

describe("copies", () => {
  /** One MiB of JSON. */
  const mebibyte = "x".repeat(1024 * 1024 - 2);

  test("copies may have 3 MiB in total, but not a byte more", () => {
    const copies = Array.from({ length: 3 }, (_, index) => ({ op: "copy", from: "/a", path: `/copy${index}` }));
    expect(Object.keys(patched({ a: mebibyte }, copies) as object)).toHaveLength(4);
    const one = { op: "copy", from: "/b", path: "/c" };
    const error = thrownPatchError(() => patched({ a: mebibyte, b: 1 }, [...copies, one]));
    expect(error).toMatchObject({
      kind: "too-large",
      message: "operation 3 (copy): copies of more than 3145728 bytes",
    });
  });

  test("copies are counted in bytes of their JSON", () => {
    const limits = { ...defaultPatchLimits, copiedBytesMax: '{"ä":[1,null,"\\n"],"b":{},"c":[]}'.length + 1 };
    const document = { a: { ä: [1n, null, "\n"], b: {}, c: [] } };
    const copy = [{ op: "copy", from: "/a", path: "/b" }];
    expect(patched(document, copy, limits)).toStrictEqual({ ...document, b: document.a });
    const fewer = { ...limits, copiedBytesMax: limits.copiedBytesMax - 1 };
    expect(thrownPatchError(() => patched(document, copy, fewer)).kind).toBe("too-large");
  });

  test("copies that double a list soon reach the limit", () => {
    const doubling = Array.from({ length: 5000 }, () => ({ op: "copy", from: "/list", path: "/list/-" }));
    const error = thrownPatchError(() => patched({ list: ["x".repeat(1000)] }, doubling));
    expect(error.kind).toBe("too-large");
    // The list grows from 1 KB to 3 MiB in 12 steps.
    expect(error.message).toMatch(/^operation 1[0-2] /);
  });

  test("copies that double the depth of an object reach the depth limit", () => {
    let leaf = "/a";
    const doubling: unknown[] = [];
    for (let times = 0; times < 14; times++) {
      doubling.push({ op: "copy", from: "/a", path: `${leaf}/a` });
      leaf += leaf;
    }
    const error = thrownPatchError(() => patched({ a: {} }, doubling));
    expect(error.kind).toBe("too-large");
  });
});

describe("depth", () => {
  test("the depth of a result is limited, regardless of the operations", () => {
    const wrap = (levels: number) =>
      Array.from({ length: levels }, () => [
        { op: "add", path: "/b", value: {} },
        { op: "move", from: "/a", path: "/b/a" },
        { op: "move", from: "/b", path: "/a" },
      ]).flat();
    expect(patched({ a: {} }, wrap(998))).toStrictEqual({ a: nested(999) });
    expect(thrownPatchError(() => patched({ a: {} }, wrap(999))).kind).toBe("too-large");
    expect(thrownPatchError(() => patched({ a: {} }, wrap(3333))).kind).toBe("too-large");
  });

  test("the depth of a strategic merge patch is limited", () => {
    const limit = defaultPatchLimits.mergeDepthMax;
    const deepest = { content: nested(limit - 1) };
    expect(applyStrategicMergePatch(deepest, deepest, template)).toStrictEqual(deepest);
    expect(applyStrategicMergePatch({}, deepest, template)).toStrictEqual(deepest);
    const tooDeep = { content: nested(limit) };
    expect(thrownPatchError(() => applyStrategicMergePatch({}, tooDeep, template)).kind).toBe("too-large");
    expect(thrownPatchError(() => applyStrategicMergePatch({}, nested(1_000_000), template)).kind).toBe("too-large");
  });

  test("keyed lists nested up to the depth limit do not exhaust the stack", () => {
    const stage: StructSchema = recursiveStruct("test/v1.Stage", "Stage", () => ({
      name: optional(text, 1, "name"),
      stages: optional(list(stage, { merge: "name" }), 2, "stages"),
    }));
    let deepest: JsonObject = { name: "a" };
    for (let depth = 3; depth <= defaultPatchLimits.mergeDepthMax; depth += 2) {
      deepest = { name: "a", stages: [deepest] };
    }
    const deeper = { name: "a", stages: [deepest] };
    const limits = { ...defaultPatchLimits, mergeDepthMax: defaultPatchLimits.mergeDepthMax + 2 };
    expect(thrownPatchError(() => applyStrategicMergePatch(deeper, deeper, stage)).kind).toBe("too-large");
    expect(applyStrategicMergePatch(deeper, deeper, stage, limits)).toStrictEqual(deeper);
  });

  test("a very deep path alone causes only an error", () => {
    const path = "/a".repeat(500_000);
    const error = thrownPatchError(() => patched({ a: {} }, [{ op: "add", path, value: 1 }]));
    expect(error.kind).toBe("unappliable");
    expect(error.message.length).toBeLessThan(300);
  });
});

describe("array items shifted aside", () => {
  const limits = { ...defaultPatchLimits, shiftedItemsMax: 10 };
  const list = [0, 1, 2, 3, 4];

  test("shifted array items of insertions and removals are counted together", () => {
    const insert = { op: "add", path: "/0", value: 9 };
    const remove = { op: "remove", path: "/-3" };
    expect(patched(list, [insert, remove], limits)).toStrictEqual([9, 0, 1, 3, 4]);
    const error = thrownPatchError(() => patched(list, [insert, remove, insert], limits));
    expect(error).toMatchObject({ kind: "too-large", message: "operation 2 (add): more than 10 array items shifted" });
  });

  test("operations at the end of a list shift no items", () => {
    const appends = Array.from({ length: 100 }, (_, index) => ({ op: "add", path: "/-", value: index }));
    expect(patched(list, appends, limits)).toHaveLength(105);
  });

  test("10,000 insertions into a million items exceed the limit of shifted items", () => {
    const insertions = Array.from({ length: 10_000 }, () => ({ op: "add", path: "/0", value: 1 }));
    const error = thrownPatchError(() =>
      patched(
        Array.from({ length: 1_000_000 }, () => 1),
        insertions,
      ),
    );
    expect(error).toMatchObject({ kind: "too-large" });
    expect(error.message).toMatch(/^operation 99 /);
  });
});

describe("lists of 100,000 items", () => {
  const count = 100_000;

  /** Returns containers that count how often their merge key is read. */
  function countingItems(): { readonly items: JsonObject[]; reads: () => number } {
    let reads = 0;
    const items = Array.from({ length: count }, (_, index) =>
      Object.defineProperty<JsonObject>({ image: "x" }, "name", {
        enumerable: true,
        get: () => {
          reads++;
          return `item-${index}`;
        },
      }),
    );
    return { items, reads: () => reads };
  }

  test.each<[string, (items: readonly JsonObject[]) => JsonObject]>([
    ["merge with as many in the opposite order", (items) => ({ containers: items.toReversed() })],
    ["are ordered", (items) => ({ "$setElementOrder/containers": items.toReversed() })],
    ["merge and are ordered", (items) => ({ containers: items, "$setElementOrder/containers": items })],
    ["are all deleted", (items) => ({ containers: items.map((item) => ({ name: item["name"], $patch: "delete" })) })],
    ["are all replaced", (items) => ({ containers: [...items, { $patch: "replace" }] })],
    ["take one change", () => ({ containers: [{ name: "item-99999", image: "y" }] })],
  ])("lists of 100,000 items %s while each key is read only a few times", (_title, patchOf) => {
    const { items, reads } = countingItems();
    applyStrategicMergePatch({ spec: { containers: items } }, { spec: patchOf(items) }, pod);
    expect(reads()).toBeGreaterThanOrEqual(count);
    expect(reads()).toBeLessThanOrEqual(20 * count);
  });

  test("lists of 100,000 plain values can be merged, sorted and deleted from", () => {
    const values = Array.from({ length: count }, (_, index) => `item-${index}`);
    const patch = {
      finalizers: values,
      "$setElementOrder/finalizers": values,
      "$deleteFromPrimitiveList/finalizers": values.slice(1),
    };
    const result = applyStrategicMergePatch(
      { metadata: { finalizers: values.toReversed() } },
      { metadata: patch },
      pod,
    );
    expect(result).toStrictEqual({ metadata: { finalizers: ["item-0"] } });
  });
});

test("an error of a large patch shows each part of the patch and the object once", () => {
  const containers = Array.from({ length: 100_000 }, () => ({ image: "x".repeat(100) }));
  const error = thrownPatchError(() =>
    applyStrategicMergePatch({ spec: { containers } }, { spec: { containers } }, pod),
  );
  expect(error.message).toBe(`map: map[image:${"x".repeat(100)}] does not contain declared merge key: name`);
  const mixed = thrownPatchError(() =>
    applyStrategicMergePatch({ spec: { containers } }, { spec: { containers: ["a"] } }, pod),
  );
  expect(mixed.message.length).toBe("list element types are not identical: [[] [a]]".length + 100_000 * 112 - 1);
});

import { describe, expect, test } from "vitest";
import {
  asFieldNode,
  difference,
  differenceBelow,
  type FieldSet,
  fieldSet,
  fieldsAtOrBelow,
  hasField,
  intersection,
  isEmptySet,
  isFieldNode,
  noFields,
  sortFieldSet,
  stepsOf,
  union,
} from "./field-set.ts";
import { shown } from "./testing/sample.ts";

/** Returns the set of paths in which dots separate the names. */
const set = (...paths: readonly string[]): FieldSet => fieldSet(...paths.map(stepsOf));

test("fieldSet() contains the fields at the paths but not their parents", () => {
  const fields = set("a.b", "a.c", "d");
  expect(fields).toEqual({ "f:a": { "f:b": {}, "f:c": {} }, "f:d": {} });
  expect(hasField(fields, stepsOf("a.b"))).toBe(true);
  expect(hasField(fields, stepsOf("d"))).toBe(true);
  expect(hasField(fields, stepsOf("a"))).toBe(false);
  expect(hasField(fields, stepsOf("a.b.c"))).toBe(false);
  expect(hasField(fields, stepsOf("e"))).toBe(false);
  expect(hasField(fields, [])).toBe(false);
});

test("fieldSet() marks a node that is a field and contains others", () => {
  expect(set("a", "a.b")).toEqual({ "f:a": { ".": {}, "f:b": {} } });
  expect(set("a.b", "a")).toEqual({ "f:a": { ".": {}, "f:b": {} } });
  expect(shown(set("a", "a.b"))).toEqual([".a", ".a.b"]);
});

test('isFieldNode() returns true for nodes without members or with the member "."', () => {
  expect(isFieldNode(undefined)).toBe(false);
  expect(isFieldNode(noFields)).toBe(true);
  expect(isFieldNode({ "f:a": {} })).toBe(false);
  expect(isFieldNode({ ".": {}, "f:a": {} })).toBe(true);
  expect(asFieldNode(noFields)).toBe(noFields);
  const holder = { ".": {}, "f:a": {} };
  expect(asFieldNode(holder)).toBe(holder);
  expect(asFieldNode({ "f:a": {} })).toEqual(holder);
});

test("fieldsOf() yields the fields of a level before those below", () => {
  expect(
    shown({ "f:a": { ".": {}, "f:z": {} }, "f:b": {}, "f:c": { 'k:{"name":"x"}': { ".": {}, "f:name": {} } } }),
  ).toEqual([".a", ".b", ".a.z", '.c[name="x"]', '.c[name="x"].name']);
});

describe("operations on field sets", () => {
  test.each([
    ["none and none", [], [], { union: [], common: [], rest: [], below: [] }],
    ["some and none", ["a.b"], [], { union: ["a.b"], common: [], rest: ["a.b"], below: ["a.b"] }],
    ["none and some", [], ["a.b"], { union: ["a.b"], common: [], rest: [], below: [] }],
    ["the same", ["a.b", "c"], ["a.b", "c"], { union: ["a.b", "c"], common: ["a.b", "c"], rest: [], below: [] }],
    ["others", ["a.b"], ["a.c", "d"], { union: ["a.b", "a.c", "d"], common: [], rest: ["a.b"], below: ["a.b"] }],
    [
      "a holder, and what it holds",
      ["a", "a.b"],
      ["a.b"],
      { union: ["a", "a.b"], common: ["a.b"], rest: ["a"], below: ["a"] },
    ],
    ["a holder, and itself", ["a", "a.b"], ["a"], { union: ["a", "a.b"], common: ["a"], rest: ["a.b"], below: [] }],
    [
      "what is held, and its holder",
      ["a.b", "a.c.d"],
      ["a"],
      { union: ["a", "a.b", "a.c.d"], common: [], rest: ["a.b", "a.c.d"], below: [] },
    ],
    ["a field, and what is below it", ["a"], ["a.b"], { union: ["a", "a.b"], common: [], rest: ["a"], below: ["a"] }],
    [
      "both field and holder",
      ["a", "a.b", "a.c"],
      ["a", "a.b"],
      { union: ["a", "a.b", "a.c"], common: ["a", "a.b"], rest: ["a.c"], below: [] },
    ],
    [
      "deep below another",
      ["a.b.c.d", "e"],
      ["a.b", "e.f"],
      { union: ["a.b", "a.b.c.d", "e", "e.f"], common: [], rest: ["a.b.c.d", "e"], below: ["e"] },
    ],
  ])("operations on field sets with %s", (_, left, right, expected) => {
    const [one, other] = [set(...left), set(...right)];
    const before = structuredClone([one, other]);
    expect(union(one, other)).toEqual(set(...expected.union));
    expect(union(other, one)).toEqual(set(...expected.union));
    expect(intersection(one, other)).toEqual(set(...expected.common));
    expect(intersection(other, one)).toEqual(set(...expected.common));
    expect(difference(one, other)).toEqual(set(...expected.rest));
    expect(differenceBelow(one, other)).toEqual(set(...expected.below));
    expect([one, other]).toEqual(before);
  });

  test("union(), intersection() and difference() return the first set itself if it does not change", () => {
    const one = set("a", "a.b", "c.d");
    expect(union(one, noFields)).toBe(one);
    expect(union(noFields, one)).toBe(one);
    expect(union(one, set("a.b", "c.d"))).toBe(one);
    expect(union(one, set("c"))).not.toBe(one);
    expect(difference(one, set("a.c", "c"))).toBe(one);
    expect(differenceBelow(one, set("x"))).toBe(one);
    expect(intersection(one, set("a", "a.b", "c.d", "e"))).toBe(one);
    expect(difference(one, one)).toBe(noFields);
  });

  test("union() keeps the steps in order", () => {
    const keys = Object.keys(union(set("b", "d"), set("c", "a")));
    expect(keys).toEqual(["f:a", "f:b", "f:c", "f:d"]);
  });
});

describe("fieldsAtOrBelow()", () => {
  const fields: FieldSet = {
    "f:spec": {
      ".": {},
      "f:containers": {
        ".": {},
        'k:{"name":"a"}': { ".": {}, "f:image": {}, "f:resources": { ".": {}, "f:limits": { "f:cpu": {} } } },
        'k:{"name":"b"}': { "f:image": {} },
      },
      "f:nodeName": {},
    },
    "f:status": {},
  };

  test("fieldsAtOrBelow() returns the fields at and below the paths, and items on the way", () => {
    expect(fieldsAtOrBelow(fields, [stepsOf("spec.containers.*.resources")])).toEqual({
      "f:spec": {
        ".": {},
        "f:containers": {
          ".": {},
          'k:{"name":"a"}': { ".": {}, "f:resources": { ".": {}, "f:limits": { "f:cpu": {} } } },
        },
      },
    });
  });

  test("fieldsAtOrBelow() returns no fields if no path matches", () => {
    expect(isEmptySet(fieldsAtOrBelow(fields, []))).toBe(true);
    expect(fieldsAtOrBelow({ "f:status": {} }, [stepsOf("spec")])).toEqual({});
  });
});

test("sortFieldSet() sorts the steps of all levels", () => {
  const fields = sortFieldSet({ "f:b": { "i:10": {}, "i:9": {}, ".": {} }, "f:a": {} });
  expect(JSON.stringify(fields)).toBe('{"f:a":{},"f:b":{".":{},"i:9":{},"i:10":{}}}');
});

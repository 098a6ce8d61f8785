import { describe, expect, test } from "vitest";
import {
  asMember,
  difference,
  differenceBelow,
  type FieldSet,
  fieldSet,
  hasField,
  intersection,
  isEmptySet,
  isMember,
  keptBelow,
  noFields,
  sorted,
  stepsOf,
  union,
} from "./field-set.ts";
import { shown } from "./testing/sample.ts";

/** Returns the set of paths in which dots separate the names. */
const set = (...paths: readonly string[]): FieldSet => fieldSet(...paths.map(stepsOf));

test("a set of paths has these fields, and not what holds them", () => {
  const fields = set("a.b", "a.c", "d");
  expect(fields).toEqual({ "f:a": { "f:b": {}, "f:c": {} }, "f:d": {} });
  expect(hasField(fields, stepsOf("a.b"))).toBe(true);
  expect(hasField(fields, stepsOf("d"))).toBe(true);
  expect(hasField(fields, stepsOf("a"))).toBe(false);
  expect(hasField(fields, stepsOf("a.b.c"))).toBe(false);
  expect(hasField(fields, stepsOf("e"))).toBe(false);
  expect(hasField(fields, [])).toBe(false);
});

test("a node is a field and holds others at once, when both are asked for", () => {
  expect(set("a", "a.b")).toEqual({ "f:a": { ".": {}, "f:b": {} } });
  expect(set("a.b", "a")).toEqual({ "f:a": { ".": {}, "f:b": {} } });
  expect(shown(set("a", "a.b"))).toEqual([".a", ".a.b"]);
});

test("a node is a field when it has none below, or says so", () => {
  expect(isMember(undefined)).toBe(false);
  expect(isMember(noFields)).toBe(true);
  expect(isMember({ "f:a": {} })).toBe(false);
  expect(isMember({ ".": {}, "f:a": {} })).toBe(true);
  expect(asMember(noFields)).toBe(noFields);
  const holder = { ".": {}, "f:a": {} };
  expect(asMember(holder)).toBe(holder);
  expect(asMember({ "f:a": {} })).toEqual(holder);
});

test("fields are listed level by level", () => {
  expect(
    shown({ "f:a": { ".": {}, "f:z": {} }, "f:b": {}, "f:c": { 'k:{"name":"x"}': { ".": {}, "f:name": {} } } }),
  ).toEqual([".a", ".b", ".a.z", '.c[name="x"]', '.c[name="x"].name']);
});

describe("the algebra of sets", () => {
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
  ])("%s", (_, left, right, expected) => {
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

  test("answers the first set itself where nothing is taken from it or added to it", () => {
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

  test("keeps steps in order in a union", () => {
    const keys = Object.keys(union(set("b", "d"), set("c", "a")));
    expect(keys).toEqual(["f:a", "f:b", "f:c", "f:d"]);
  });
});

describe("what is kept below paths", () => {
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

  test("is what is at them and below, and what leads there", () => {
    expect(keptBelow(fields, [stepsOf("spec.containers.*.resources")])).toEqual({
      "f:spec": {
        ".": {},
        "f:containers": {
          ".": {},
          'k:{"name":"a"}': { ".": {}, "f:resources": { ".": {}, "f:limits": { "f:cpu": {} } } },
        },
      },
    });
  });

  test("is nothing where nothing matches", () => {
    expect(isEmptySet(keptBelow(fields, []))).toBe(true);
    expect(keptBelow({ "f:status": {} }, [stepsOf("spec")])).toEqual({});
  });
});

test("a set is sorted at every level", () => {
  const fields = sorted({ "f:b": { "i:10": {}, "i:9": {}, ".": {} }, "f:a": {} });
  expect(JSON.stringify(fields)).toBe('{"f:a":{},"f:b":{".":{},"i:9":{},"i:10":{}}}');
});

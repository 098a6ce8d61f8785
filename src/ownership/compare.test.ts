import { describe, expect, test } from "vitest";
import { compare } from "./compare.ts";
import { ItemError } from "./list-items.ts";
import { shown, specShape } from "./testing/sample.ts";

interface Row {
  readonly added?: readonly string[];
  readonly modified?: readonly string[];
  readonly removed?: readonly string[];
}

const one = { name: "a", value: "1" };
const other = { name: "a", value: "2" };

function difference(before: unknown, after: unknown): Row {
  const { added, modified, removed } = compare(specShape, before, after);
  const parts = { added: shown(added), modified: shown(modified), removed: shown(removed) };
  return Object.fromEntries(Object.entries(parts).filter(([, fields]) => fields.length > 0));
}

describe("compare()", () => {
  test.each<[string, object, object, Row]>([
    ["not at all", { text: "a", items: [one] }, { text: "a", items: [one] }, {}],
    ["in a value", { text: "a" }, { text: "b" }, { modified: [".text"] }],
    ["in an added value", {}, { text: "" }, { added: [".text"] }],
    ["in a removed value", { text: "a" }, {}, { removed: [".text"] }],
    ["in a value that becomes null", { text: "a" }, { text: null }, { modified: [".text"] }],
    ["in an added null", {}, { text: null }, { added: [".text"] }],
    [
      "in entries of a map",
      { labels: { a: "1", b: "1", c: "1" } },
      { labels: { b: "2", c: "1", d: "1" } },
      { added: [".labels.d"], modified: [".labels.b"], removed: [".labels.a"] },
    ],
    ["in a map that comes", {}, { labels: { a: "1" } }, { added: [".labels", ".labels.a"] }],
    ["in a map that goes", { labels: { a: "1" } }, {}, { removed: [".labels", ".labels.a"] }],
    ["in a map that comes empty", {}, { labels: {} }, { added: [".labels"] }],
    ["in a map that is emptied", { labels: { a: "1" } }, { labels: {} }, { removed: [".labels.a"] }],
    ["in a map that becomes null", { labels: { a: "1" } }, { labels: null }, { removed: [".labels.a"] }],
    ["in a map that was null", { labels: null }, { labels: { a: "1" } }, { added: [".labels.a"] }],
    ["in a map that is empty, and then null", { labels: {} }, { labels: null }, { modified: [".labels"] }],
    ["in a map of one owner", { wholeLabels: { a: "1" } }, { wholeLabels: { a: "2" } }, { modified: [".wholeLabels"] }],
    [
      "in no map of one owner whose entries change places",
      { wholeLabels: { a: "1", b: "1" } },
      { wholeLabels: { b: "1", a: "1" } },
      {},
    ],
    ["in a struct of one owner that comes", {}, { wholePair: { left: "1" } }, { added: [".wholePair"] }],
    [
      "in a struct whose field says otherwise",
      { partedPair: { left: "1" } },
      { partedPair: { left: "2" } },
      { modified: [".partedPair.left"] },
    ],
    [
      "in items of a set",
      { texts: ["a", "b"] },
      { texts: ["b", "c"] },
      { added: ['.texts[="c"]'], removed: ['.texts[="a"]'] },
    ],
    ["not in the order of a set", { texts: ["a", "b"] }, { texts: ["b", "a"] }, {}],
    ["in a set that is emptied", { texts: ["a"] }, { texts: [] }, { removed: ['.texts[="a"]'] }],
    ["in a set that is empty, and then null", { texts: [] }, { texts: null }, { modified: [".texts"] }],
    ["in an item", { items: [one] }, { items: [other] }, { modified: ['.items[name="a"].value'] }],
    [
      "in an item that comes",
      { items: [] },
      { items: [one] },
      { added: ['.items[name="a"]', '.items[name="a"].name', '.items[name="a"].value'] },
    ],
    [
      "in an item that goes, and its list",
      { items: [one] },
      {},
      { removed: [".items", '.items[name="a"]', '.items[name="a"].name', '.items[name="a"].value'] },
    ],
    [
      "in the default of a key, said or not",
      { ports: [{ port: 1 }] },
      { ports: [{ port: 1, protocol: "TCP" }] },
      { added: ['.ports[port=1,protocol="TCP"].protocol'] },
    ],
    ["in a list of one owner", { wholeList: ["a", "b"] }, { wholeList: ["b", "a"] }, { modified: [".wholeList"] }],
    ["not in numbers that are the same", { either: 1 }, { either: 1n }, {}],
    ["in the type of a value", { either: 1 }, { either: "1" }, { modified: [".either"] }],
    [
      "in members of JSON",
      { deduced: { a: 1, b: [1] } },
      { deduced: { a: 2, b: [2], c: {} } },
      { added: [".deduced.c"], modified: [".deduced.a", ".deduced.b"] },
    ],
    ["in JSON of one owner", { opaque: { a: 1 } }, { opaque: { a: 2 } }, { modified: [".opaque"] }],
    [
      "in JSON that was an object, and is a scalar",
      { deduced: { a: { b: 1 } } },
      { deduced: 1 },
      { modified: [".deduced"], removed: [".deduced.a", ".deduced.a.b"] },
    ],
    [
      "in JSON that was a scalar, and is an object",
      { deduced: 1 },
      { deduced: { a: { b: 1 } } },
      { added: [".deduced.a", ".deduced.a.b"], modified: [".deduced"] },
    ],
    [
      "in JSON that was a list, and is an object",
      { deduced: [1] },
      { deduced: { a: 1 } },
      { added: [".deduced.a"], modified: [".deduced"] },
    ],
    ["in JSON that was a list, and is an empty object", { deduced: [1] }, { deduced: {} }, { modified: [".deduced"] }],
    ["in JSON that was an object, and is null", { deduced: { a: 1 } }, { deduced: null }, { removed: [".deduced.a"] }],
  ])("compare() of two states that differ %s", (_, before, after, expected) => {
    const given = structuredClone([before, after]);
    expect(difference(before, after)).toEqual(expected);
    expect([before, after]).toEqual(given);
  });
});

describe("compare() of items with equal keys", () => {
  const last = { name: "a", labels: { x: "1" } };
  test.each<[string, object[], object[], Row]>([
    ["are the same", [one, other], [one, other], {}],
    ["change one of them", [one, other], [one, last], { modified: ['.items[name="a"]'] }],
    ["change places", [one, other], [other, one], { modified: ['.items[name="a"]'] }],
    ["become more", [one, other], [one, other, last], { modified: ['.items[name="a"]'] }],
    ["go", [one, other], [], { removed: ['.items[name="a"]'] }],
    ["come", [], [one, other], { added: ['.items[name="a"]'] }],
    [
      "become one",
      [one, other],
      [one],
      { added: ['.items[name="a"]', '.items[name="a"].name', '.items[name="a"].value'], removed: ['.items[name="a"]'] },
    ],
    [
      "were one",
      [one],
      [one, other],
      { added: ['.items[name="a"]'], removed: ['.items[name="a"]', '.items[name="a"].name', '.items[name="a"].value'] },
    ],
  ])("compare() of items with equal keys, which %s", (_, before, after, expected) => {
    expect(difference({ items: before }, { items: after })).toEqual(expected);
  });
});

test("compare() throws ItemError for an item without a key", () => {
  expect(() => compare(specShape, { items: [1] }, { items: [] })).toThrow(ItemError);
  expect(() => compare(specShape, { texts: [] }, { texts: [null] })).toThrow(ItemError);
});

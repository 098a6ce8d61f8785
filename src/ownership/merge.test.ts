import { describe, expect, test } from "vitest";
import { deepFreeze } from "../patch/testing/deep-freeze.ts";
import { ItemError } from "./list-items.ts";
import { merge } from "./merge.ts";
import { specShape } from "./testing/sample.ts";

function merged(live: unknown, applied: unknown): unknown {
  return merge(specShape, deepFreeze(live), deepFreeze(applied));
}

describe("merge()", () => {
  test.each<[string, unknown, unknown, unknown]>([
    ["replaces a value", { text: "a" }, { text: "b" }, { text: "b" }],
    ["adds a field to the existing ones", { text: "a" }, { flag: true }, { text: "a", flag: true }],
    ["replaces a value by null", { text: "a" }, { text: null }, { text: null }],
    ["replaces null by a value", { text: null }, { text: "a" }, { text: "a" }],
    [
      "adds to a map",
      { labels: { a: "1", b: "1" } },
      { labels: { b: "2", c: "2" } },
      { labels: { a: "1", b: "2", c: "2" } },
    ],
    ["keeps a map if the applied map is empty", { labels: { a: "1" } }, { labels: {} }, { labels: { a: "1" } }],
    ["keeps a map if the applied map is null", { labels: { a: "1" } }, { labels: null }, { labels: { a: "1" } }],
    ["replaces null by the applied map", { labels: null }, { labels: { a: "1" } }, { labels: { a: "1" } }],
    ["replaces null by an empty map", { labels: null }, { labels: {} }, { labels: {} }],
    ["replaces an empty map by null", { labels: {} }, { labels: null }, { labels: null }],
    ["adds an empty map", {}, { labels: {} }, { labels: {} }],
    ["adds empty lists", {}, { texts: [], items: [] }, { texts: [], items: [] }],
    ["replaces an empty list by null", { texts: [] }, { texts: null }, { texts: null }],
    ["replaces null by an empty list", { texts: null }, { texts: [] }, { texts: [] }],
    ["replaces an atomic map", { wholeLabels: { a: "1" } }, { wholeLabels: { b: "1" } }, { wholeLabels: { b: "1" } }],
    ["replaces an atomic list", { wholeList: ["a", "b"] }, { wholeList: ["b"] }, { wholeList: ["b"] }],
    ["replaces an atomic list by an empty one", { wholeList: ["a"] }, { wholeList: [] }, { wholeList: [] }],
    [
      "uses the granularity of the field instead of that of its struct",
      { partedPair: { left: "1" }, joinedPair: { left: "1" } },
      { partedPair: { right: "2" }, joinedPair: { right: "2" } },
      { partedPair: { left: "1", right: "2" }, joinedPair: { right: "2" } },
    ],
    [
      "adds members to granular JSON",
      { deduced: { a: { b: 1 }, c: [1] } },
      { deduced: { a: { d: 1 }, c: [2] } },
      { deduced: { a: { b: 1, d: 1 }, c: [2] } },
    ],
    ["replaces JSON of another form", { deduced: { a: 1 } }, { deduced: [1] }, { deduced: [1] }],
    ["replaces atomic JSON", { opaque: { a: 1 } }, { opaque: { b: 1 } }, { opaque: { b: 1 } }],
    [
      "merges nested values at any depth",
      { node: { below: { x: { name: "1", below: { y: { name: "2" } } } } } },
      { node: { below: { x: { below: { y: { name: "3" } } } } } },
      { node: { below: { x: { name: "1", below: { y: { name: "3" } } } } } },
    ],
  ])("merge() %s", (_, live, applied, expected) => {
    expect(merged(live, applied)).toEqual(expected);
  });
});

/** Each letter is one item of the set. */
describe("merge() of sets", () => {
  test.each([
    ["abc", "ab", "abc"],
    ["ab", "abc", "abc"],
    ["abc", "", "abc"],
    ["", "abc", "abc"],
    ["ab", "ba", "ba"],
    ["abc", "def", "abcdef"],
    ["abc", "cdef", "abcdef"],
    ["abcgf", "cdef", "abcgdef"],
    ["abc", "defxyz", "abcdefxyz"],
    ["cdef", "ace", "acdef"],
    ["abcxyz", "def", "abcxyzdef"],
    ["abcxyz", "defxyz", "abcdefxyz"],
    ["cagf", "cfag", "cfag"],
    ["abcd", "defa", "bcdefa"],
    ["cdefghij", "2h3e4kl", "cdfg2hij3e4kl"],
    ["abcdefghij", "1b2h3e4kl", "a1bcdfg2hij3e4kl"],
    // An item that occurs twice in the live set stays so, unless it is applied. Then it occurs once.
    ["abb", "c", "abbc"],
    ["abb", "b", "ab"],
    ["abb", "a", "abb"],
    ["abcdec", "1b2ed", "a1bc2ecd"],
    ["abcdec", "1b2ced", "a1b2ced"],
    ["aabb", "bcd", "aabcd"],
    ["aabb", "", "aabb"],
    ["cagfca", "cfag", "cfag"],
  ])("merge() of the live set %s with the applied set %s returns %s", (live, applied, expected) => {
    const texts = (letters: string): object => ({ texts: letters.split("") });
    expect(merged(texts(live), texts(applied))).toEqual(texts(expected));
  });

  test("merge() orders sets of numbers and booleans like sets of texts", () => {
    expect(merged({ numbers: [1, 2, 3.14, 1, 2] }, { numbers: [1, 2, 3] })).toEqual({ numbers: [1, 2, 3.14, 3] });
    expect(merged({ flags: [true, false, true] }, { flags: [true] })).toEqual({ flags: [true, false] });
    expect(merged({ flags: [true, false, true] }, { flags: [false] })).toEqual({ flags: [true, false, true] });
  });
});

describe("merge() of lists with keys", () => {
  const item = (name: string, rest: object = {}): object => ({ name, ...rest });

  test.each<[string, object[], object[], object[]]>([
    [
      "merges items that both lists have",
      [item("a", { value: "1", labels: { x: "1" } })],
      [item("a", { labels: { y: "1" } })],
      [item("a", { value: "1", labels: { x: "1", y: "1" } })],
    ],
    [
      "orders items as they are applied",
      [item("a"), item("b"), item("c")],
      [item("c"), item("b")],
      [item("a"), item("c"), item("b")],
    ],
    [
      "puts new items behind those of the live list",
      [item("a"), item("b"), item("c")],
      [item("c"), item("a")],
      [item("b"), item("c"), item("a")],
    ],
    [
      "puts new items around those that both lists have",
      [item("b")],
      [item("a"), item("b"), item("c")],
      [item("a"), item("b"), item("c")],
    ],
    [
      "replaces live items with equal keys",
      [item("a", { value: "1" }), item("b"), item("a", { value: "2" })],
      [item("a", { labels: {} }), item("c"), item("b")],
      [item("a", { labels: {} }), item("c"), item("b")],
    ],
    [
      "keeps live items with equal keys that are not applied",
      [item("a", { value: "1" }), item("a", { value: "2" })],
      [item("b")],
      [item("a", { value: "1" }), item("a", { value: "2" }), item("b")],
    ],
  ])("merge() of lists with keys %s", (_, live, applied, expected) => {
    expect(merged({ items: live }, { items: applied })).toEqual({ items: expected });
    expect(merged({ merged: live }, { merged: applied })).toEqual({ merged: expected });
  });

  test("merge() treats an item without a key like one with the key's default", () => {
    const live = { ports: [{ port: 80, name: "http" }] };
    expect(merged(live, { ports: [{ port: 80, protocol: "TCP" }] })).toEqual({
      ports: [{ port: 80, name: "http", protocol: "TCP" }],
    });
    expect(merged(live, { ports: [{ port: 80, protocol: "UDP" }] })).toEqual({
      ports: [
        { port: 80, name: "http" },
        { port: 80, protocol: "UDP" },
      ],
    });
  });

  test("merge() throws ItemError for an item without a key", () => {
    expect(() => merged({ items: [] }, { items: [null] })).toThrow(ItemError);
    expect(() => merged({ items: [1] }, { items: [item("a")] })).toThrow(ItemError);
  });
});

test("merge() returns the live value itself if nothing changes", () => {
  const live = {
    text: "a",
    labels: { a: "1" },
    texts: ["b", "a"],
    items: [{ name: "a", value: "1" }],
    deduced: { a: [1] },
  };
  for (const applied of [{}, structuredClone(live), { texts: ["a"] }, { items: [{ name: "a" }], labels: {} }]) {
    expect(merge(specShape, live, applied)).toBe(live);
  }
});

test("merge() reuses the parts that do not change", () => {
  const live = { labels: { a: "1" }, items: [{ name: "a" }, { name: "b" }] };
  const result = merge(specShape, live, { items: [{ name: "b", value: "1" }] }) as typeof live;
  expect(result.labels).toBe(live.labels);
  expect(result.items[0]).toBe(live.items[0]);
});

test("merge() includes own members named like members of Object.prototype", () => {
  const applied = JSON.parse('{"labels":{"__proto__":"a","constructor":"b"}}') as object;
  expect(JSON.stringify(merged({ labels: { x: "1" } }, applied))).toBe(
    '{"labels":{"x":"1","__proto__":"a","constructor":"b"}}',
  );
});

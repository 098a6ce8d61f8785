import { describe, expect, test } from "vitest";
import { deepFreeze } from "../patch/testing/deep-freeze.ts";
import { ItemError } from "./list-items.ts";
import { merge } from "./merge.ts";
import { specShape } from "./testing/sample.ts";

function merged(live: unknown, applied: unknown): unknown {
  return merge(specShape, deepFreeze(live), deepFreeze(applied));
}

describe("what is applied", () => {
  test.each<[string, unknown, unknown, unknown]>([
    ["takes the place of a value", { text: "a" }, { text: "b" }, { text: "b" }],
    ["stands beside what is there", { text: "a" }, { flag: true }, { text: "a", flag: true }],
    ["may be null", { text: "a" }, { text: null }, { text: null }],
    ["takes the place of null", { text: null }, { text: "a" }, { text: "a" }],
    [
      "adds to a map",
      { labels: { a: "1", b: "1" } },
      { labels: { b: "2", c: "2" } },
      { labels: { a: "1", b: "2", c: "2" } },
    ],
    ["leaves a map as it is that it names, empty", { labels: { a: "1" } }, { labels: {} }, { labels: { a: "1" } }],
    ["leaves a map as it is that it names, null", { labels: { a: "1" } }, { labels: null }, { labels: { a: "1" } }],
    ["fills a map that was null", { labels: null }, { labels: { a: "1" } }, { labels: { a: "1" } }],
    ["empties a map that was null", { labels: null }, { labels: {} }, { labels: {} }],
    ["makes a map null that was empty", { labels: {} }, { labels: null }, { labels: null }],
    ["may be an empty map", {}, { labels: {} }, { labels: {} }],
    ["may be an empty list", {}, { texts: [], items: [] }, { texts: [], items: [] }],
    ["makes a list null that was empty", { texts: [] }, { texts: null }, { texts: null }],
    ["empties a list that was null", { texts: null }, { texts: [] }, { texts: [] }],
    [
      "takes the place of a map of one owner",
      { wholeLabels: { a: "1" } },
      { wholeLabels: { b: "1" } },
      { wholeLabels: { b: "1" } },
    ],
    ["takes the place of a list of one owner", { wholeList: ["a", "b"] }, { wholeList: ["b"] }, { wholeList: ["b"] }],
    ["empties a list of one owner", { wholeList: ["a"] }, { wholeList: [] }, { wholeList: [] }],
    [
      "adds to a struct whose field says otherwise",
      { partedPair: { left: "1" }, joinedPair: { left: "1" } },
      { partedPair: { right: "2" }, joinedPair: { right: "2" } },
      { partedPair: { left: "1", right: "2" }, joinedPair: { right: "2" } },
    ],
    [
      "adds to JSON",
      { deduced: { a: { b: 1 }, c: [1] } },
      { deduced: { a: { d: 1 }, c: [2] } },
      { deduced: { a: { b: 1, d: 1 }, c: [2] } },
    ],
    ["takes the place of JSON of another form", { deduced: { a: 1 } }, { deduced: [1] }, { deduced: [1] }],
    ["takes the place of JSON of one owner", { opaque: { a: 1 } }, { opaque: { b: 1 } }, { opaque: { b: 1 } }],
    [
      "reaches down as far as it goes",
      { node: { below: { x: { name: "1", below: { y: { name: "2" } } } } } },
      { node: { below: { x: { below: { y: { name: "3" } } } } } },
      { node: { below: { x: { name: "1", below: { y: { name: "3" } } } } } },
    ],
  ])("%s", (_, live, applied, expected) => {
    expect(merged(live, applied)).toEqual(expected);
  });
});

/** Each letter is one item of the set. */
describe("the order of a set", () => {
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
  ])("%s, and %s applied, is %s", (live, applied, expected) => {
    const texts = (letters: string): object => ({ texts: letters.split("") });
    expect(merged(texts(live), texts(applied))).toEqual(texts(expected));
  });

  test("is that of numbers and truth values, too", () => {
    expect(merged({ numbers: [1, 2, 3.14, 1, 2] }, { numbers: [1, 2, 3] })).toEqual({ numbers: [1, 2, 3.14, 3] });
    expect(merged({ flags: [true, false, true] }, { flags: [true] })).toEqual({ flags: [true, false] });
    expect(merged({ flags: [true, false, true] }, { flags: [false] })).toEqual({ flags: [true, false, true] });
  });
});

describe("items with keys", () => {
  const item = (name: string, rest: object = {}): object => ({ name, ...rest });

  test.each<[string, object[], object[], object[]]>([
    [
      "are merged where both have them",
      [item("a", { value: "1", labels: { x: "1" } })],
      [item("a", { labels: { y: "1" } })],
      [item("a", { value: "1", labels: { x: "1", y: "1" } })],
    ],
    [
      "stand in the order in which they are applied",
      [item("a"), item("b"), item("c")],
      [item("c"), item("b")],
      [item("a"), item("c"), item("b")],
    ],
    [
      "stand behind those that only the live list has",
      [item("a"), item("b"), item("c")],
      [item("c"), item("a")],
      [item("b"), item("c"), item("a")],
    ],
    [
      "stand around those that both have",
      [item("b")],
      [item("a"), item("b"), item("c")],
      [item("a"), item("b"), item("c")],
    ],
    [
      "take the place of items that share their keys",
      [item("a", { value: "1" }), item("b"), item("a", { value: "2" })],
      [item("a", { labels: {} }), item("c"), item("b")],
      [item("a", { labels: {} }), item("c"), item("b")],
    ],
    [
      "leave items alone that share their keys and are not applied",
      [item("a", { value: "1" }), item("a", { value: "2" })],
      [item("b")],
      [item("a", { value: "1" }), item("a", { value: "2" }), item("b")],
    ],
  ])("%s", (_, live, applied, expected) => {
    expect(merged({ items: live }, { items: applied })).toEqual({ items: expected });
    expect(merged({ merged: live }, { merged: applied })).toEqual({ merged: expected });
  });

  test("are the same with the default of a key, said or not", () => {
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

  test("have to have keys", () => {
    expect(() => merged({ items: [] }, { items: [null] })).toThrow(ItemError);
    expect(() => merged({ items: [1] }, { items: [item("a")] })).toThrow(ItemError);
  });
});

test("the live value itself is answered where nothing changes", () => {
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

test("parts that do not change are shared", () => {
  const live = { labels: { a: "1" }, items: [{ name: "a" }, { name: "b" }] };
  const result = merge(specShape, live, { items: [{ name: "b", value: "1" }] }) as typeof live;
  expect(result.labels).toBe(live.labels);
  expect(result.items[0]).toBe(live.items[0]);
});

test("members that are called as what all objects have are members", () => {
  const applied = JSON.parse('{"labels":{"__proto__":"a","constructor":"b"}}') as object;
  expect(JSON.stringify(merged({ labels: { x: "1" } }, applied))).toBe(
    '{"labels":{"x":"1","__proto__":"a","constructor":"b"}}',
  );
});

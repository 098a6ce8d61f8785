import { describe, expect, test } from "vitest";
import { haveSameKeys, ItemError, isItemStep, itemStep, itemsByStep } from "./list-items.ts";
import type { ListShape } from "./shape.ts";

const set: ListShape = { isAtomic: false, keys: [], items: {} };
const byName: ListShape = { isAtomic: false, keys: [{ name: "name" }], items: {} };
const ports: ListShape = { isAtomic: false, keys: [{ name: "port" }, { name: "protocol", default: "TCP" }], items: {} };

describe("itemStep() and isItemStep()", () => {
  test.each([
    ["a text of a set", set, "a", 'v:"a"'],
    ["a number of a set", set, 1.5, "v:1.5"],
    ["a truth value of a set", set, false, "v:false"],
    ["an item by its key", byName, { name: "a", value: 1 }, 'k:{"name":"a"}'],
    [
      "an item by two keys, in the order of their names",
      ports,
      { protocol: "UDP", port: 53 },
      'k:{"port":53,"protocol":"UDP"}',
    ],
    ["an item that leaves a key to its default", ports, { port: 53 }, 'k:{"port":53,"protocol":"TCP"}'],
    ["an item whose key is null", byName, { name: null }, 'k:{"name":null}'],
  ])("itemStep() returns the step to %s, and isItemStep() recognizes it", (_, list, item, step) => {
    expect(itemStep(list, item)).toBe(step);
    expect(isItemStep(list, item, step)).toBe(true);
  });

  test.each([
    ["another key", byName, { name: "a" }, 'k:{"name":"b"}'],
    ["a longer key", byName, { name: "a" }, 'k:{"name":"ab"}'],
    ["a key of another name", byName, { name: "a" }, 'k:{"type":"a"}'],
    ["a number", byName, { name: "23" }, 'k:{"name":1234}'],
    ["a key more", byName, { name: 'a","x":"b' }, 'k:{"name":"a","x":"b"}'],
    [
      "a text with what JSON escapes",
      byName,
      {
        name: String.raw`a
b`,
      },
      String.raw`k:{"name":"a
b"}`,
    ],
    ["a value of a set", byName, { name: "a" }, 'v:"a"'],
  ])("isItemStep() returns false for %s", (_, list, item, step) => {
    expect(isItemStep(list, item, step)).toBe(false);
  });

  test("isItemStep() recognizes a key with characters that JSON escapes", () => {
    const item = { name: 'a"\n\b' };
    expect(isItemStep(byName, item, itemStep(byName, item))).toBe(true);
  });

  test.each([
    ["a set has null", set, null, "associative list without keys has an element that's an explicit null"],
    ["a set has an object", set, {}, "associative list without keys has an element that's a map type"],
    ["a set has a list", set, [], "not supported: associative list with lists as elements"],
    ["an item is null", byName, null, "associative list with keys may not have a null element"],
    ["an item is a text", byName, "a", "associative list with keys may not have non-map elements"],
    ["an item is a list", byName, ["a"], "associative list with keys may not have non-map elements"],
    [
      "an item has no key",
      byName,
      { value: 1 },
      `associative list with keys has an element that omits key field "name" (and doesn't have default value)`,
    ],
    [
      "an item has one of its keys only by default",
      ports,
      {},
      `associative list with keys has an element that omits key field "port" (and doesn't have default value)`,
    ],
    [
      "an object's own members are not inherited ones",
      { isAtomic: false, keys: [{ name: "toString" }], items: {} },
      {},
      `associative list with keys has an element that omits key field "toString" (and doesn't have default value)`,
    ],
  ])("itemStep() throws ItemError if %s", (_, list, item, message) => {
    expect(() => itemStep(list, item)).toThrow(new ItemError(message));
  });
});

test("itemsByStep() groups items with equal keys, in their order", () => {
  const items = [{ name: "b" }, { name: "a", value: 1 }, { name: "a", value: 2 }];
  expect([...itemsByStep(byName, items)]).toEqual([
    ['k:{"name":"b"}', [items[0]]],
    ['k:{"name":"a"}', [items[1], items[2]]],
  ]);
});

describe("haveSameKeys()", () => {
  const named = (...names: readonly string[]): object[] => names.map((name) => ({ name }));

  test.each([
    ["items by key", byName, named("a", "b"), named("a", "b"), true],
    ["texts", set, ["a", "b"], ["a", "b"], true],
    ["nothing", byName, [], [], true],
    ["another order", byName, named("a", "b"), named("b", "a"), false],
    ["items in no order, of which two share their key", byName, named("b", "a", "b"), named("b", "a", "b"), false],
    ["items in no order", byName, named("b", "", "a"), named("b", "", "a"), true],
    ["an item more", byName, named("a"), named("a", "b"), false],
    // Items with equal keys are never reported as equal lists.
    ["items that share their keys", byName, named("a", "a"), named("a", "a"), false],
    ["items without a key", byName, [{}], [{}], false],
    ["items by two keys", ports, [{ port: 80 }], [{ port: 80 }], false],
    ["numbers", set, [1], [1], false],
    ["null", byName, [null], [null], false],
  ])("haveSameKeys() compares %s", (_, list, one, other, expected) => {
    expect(haveSameKeys(list, one, other)).toBe(expected);
  });
});

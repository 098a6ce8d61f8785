import { expect, test } from "vitest";
import { parseJsonNode, sortedJsonNode } from "./json-node.ts";

test("parseJsonNode() keeps the order of members and duplicates", () => {
  expect(parseJsonNode('{"b":1,"1":[true,{}],"b":{"a":null},"__proto__":12345678901234567890}')).toStrictEqual({
    kind: "object",
    members: [
      { key: "b", value: 1 },
      { key: "1", value: { kind: "array", items: [true, { kind: "object", members: [] }] } },
      { key: "b", value: { kind: "object", members: [{ key: "a", value: null }] } },
      { key: "__proto__", value: 12345678901234567890n },
    ],
  });
});

test("parseJsonNode() returns a scalar as itself", () => {
  expect(parseJsonNode(' "a" ')).toBe("a");
});

test("sortedJsonNode() sorts the members of a decoded value", () => {
  expect(sortedJsonNode({ b: [1n, { d: 1, c: 2 }], a: null })).toStrictEqual({
    kind: "object",
    members: [
      { key: "a", value: null },
      {
        key: "b",
        value: {
          kind: "array",
          items: [
            1n,
            {
              kind: "object",
              members: [
                { key: "c", value: 2 },
                { key: "d", value: 1 },
              ],
            },
          ],
        },
      },
    ],
  });
});

import { expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import { readStructuralSchema } from "../../structural/index.ts";
import { errorPathOf } from "./rule-field-path.ts";

const text = { type: "string" };
const map = { type: "object", additionalProperties: text };
const schema = readStructuralSchema(
  {
    type: "object",
    properties: {
      a: { type: "object", properties: { "": text, "b.c": map, "[": text } },
      open: { type: "object", additionalProperties: true },
    },
  },
  vocabularies.kubernetes,
);

test.each([
  [".a['b.c']", "a.b.c"],
  [".a['b.c'].d", "a.b.c[d]"],
  [".a['b.c']['d.e']", "a.b.c[d.e]"],
  [".a['']", "a[]"],
  [".a.[", "a.["],
  [".open.x", "open[x]"],
  [".open.x.y", undefined],
  [".a['b.c", undefined],
  [".a['b.c'", undefined],
  [".a['b.c']]", undefined],
  [".a['\\x']", undefined],
  ["a", undefined],
])("the path %j is %j in errors", (path, expected) => {
  expect(errorPathOf(path, schema)).toBe(expected);
});

test("a long path is read in linear time", () => {
  expect(errorPathOf(`.open['${"\\'\\".repeat(100_000)}`, schema)).toBeUndefined();
});

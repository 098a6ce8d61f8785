import { expect, test } from "vitest";
import { goType } from "./go-type.ts";
import { numberText } from "./number-text.ts";

test.each<[unknown, string]>([
  ["text", "string"],
  [1, "int64"],
  [1n, "int64"],
  [1.5, "float64"],
  [numberText("1.0"), "float64"],
  [1e21, "float64"],
  [2n ** 64n, "float64"],
  [false, "bool"],
  [[], "[]interface {}"],
  [{}, "map[string]interface {}"],
  [null, "<nil>"],
])("goType() of %o is %s", (value, type) => {
  expect(goType(value)).toBe(type);
});

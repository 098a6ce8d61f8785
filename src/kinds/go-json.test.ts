import { expect, test } from "vitest";
import { readGoJson } from "./go-json.ts";

test("readGoJson() returns JSON of the requested type", () => {
  expect(readGoJson(' {"a": [1]} ', "object", "v1.It")).toEqual({ value: { a: [1] } });
  expect(readGoJson("[]", "array", "[]v1.It")).toEqual({ value: [] });
});

test("readGoJson() accepts null for every type", () => {
  expect(readGoJson("null", "array", "[]v1.It")).toEqual({ value: null });
});

test.each([
  ["", "unexpected end of JSON input"],
  ["{", "unexpected end of JSON input"],
  ["{} x", "invalid character 'x' after top-level value"],
  ["[]", "json: cannot unmarshal array into Go value of type v1.It"],
  ["true", "json: cannot unmarshal bool into Go value of type v1.It"],
  ['"a"', "json: cannot unmarshal string into Go value of type v1.It"],
  ["1", "json: cannot unmarshal number into Go value of type v1.It"],
])("readGoJson() rejects %j", (text, fault) => {
  expect(readGoJson(text, "object", "v1.It")).toEqual({ fault });
});

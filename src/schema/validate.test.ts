import { expect, test } from "vitest";
import { formatFieldError, invalidField } from "../meta/field-error.ts";
import { SchemaCompiler } from "./compiled.ts";
import { optional, required, struct } from "./field.ts";
import { rulesFor } from "./rules.ts";
import { list, text } from "./types.ts";

const part = struct("p/v1.Part", "A part.", { name: required(text, 1, "Which.", { nonEmpty: true }) });
const holder = struct("p/v1.Holder", "Holds.", {
  checked: optional(list(part), 1, "Parts with rules of their own."),
  left: optional(list(part), 2, "Parts that are left to the holder.", { unchecked: true }),
  some: optional(list(text), 3, "None and no list are not the same.", { keepsEmpty: true }),
  any: optional(list(text), 4, "None and no list are the same."),
});
const rules = new Map([
  rulesFor(holder, {
    validate: ({ left = [], some }, context) => {
      if (left.length > 1) context.report(invalidField("left", left.length, "one is enough"));
      if (some?.length === 0) context.report(invalidField("some", 0, "must not be empty"));
    },
  }),
]);
const compiled = new SchemaCompiler(rules).compile(holder);

function errorsOf(input: object): string[] {
  return compiled.validate(compiled.decode(input).object).map(formatFieldError);
}

test("validate() applies the rules of a field's value, unless the field is `unchecked`", () => {
  expect(errorsOf({ checked: [{ name: "" }], left: [{ name: "" }] })).toEqual(["checked[0].name: Required value"]);
});

test("validate() passes `unchecked` fields to the rules of the containing struct", () => {
  expect(errorsOf({ left: [{ name: "a" }, { name: "b" }] })).toEqual(["left: Invalid value: 2: one is enough"]);
});

test("validate() passes an empty list to the rules only if the field keeps it", () => {
  expect(errorsOf({ some: [], any: [] })).toEqual(["some: Invalid value: 0: must not be empty"]);
  expect(errorsOf({})).toEqual([]);
});

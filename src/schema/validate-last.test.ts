import { expect, test } from "vitest";
import { forbiddenField, requiredField } from "../meta/field-error.ts";
import { enumText, list, optional, pointer, rulesFor, SchemaCompiler, struct, type TextSchema, text } from "./index.ts";

const part = struct("x/v1.Part", "A part.", { name: optional(text, 1, "Its name.") });
const whole = struct("x/v1.Whole", "What has parts.", {
  parts: optional(list(part), 1, "The parts."),
  last: optional(text, 2, "The name of the last part."),
});

const rules = new Map([
  rulesFor(part, {
    validate: ({ name = "" }, context) => {
      if (name === "") context.report(requiredField(`${context.path()}.name`));
    },
  }),
  rulesFor(whole, {
    order: ["parts", "last"],
    validate: (_, context) => context.report(forbiddenField("last", "for the test")),
    validateLast: ({ parts = [] }, context) => {
      parts.forEach((_value, index) => {
        if (context.isFaulty(() => `parts[${index}]`)) context.report(forbiddenField(`parts[${index}]`, "is faulty"));
      });
    },
  }),
]);

test("`validateLast` sees the errors of members, and its errors are sorted with theirs", () => {
  const errors = new SchemaCompiler(rules).compile(whole).validate({ parts: [{ name: "a" }, {}] });
  expect(errors.map(({ path, type }) => `${path} ${type}`)).toEqual([
    "parts[1].name Required",
    "parts[1] Forbidden",
    "last Forbidden",
  ]);
});

test("validate() accepts an empty string with an enum only if the string is unset", () => {
  const mode: TextSchema = enumText("x.Mode", ["On", "Off"]);
  const holder = struct("x/v1.Holder", "Holds modes.", {
    plain: optional(mode, 1, "Unset when it is empty."),
    behindPointer: pointer(mode, 2, "Set in any case."),
    several: optional(list(mode), 3, "Every item is set."),
  });
  const compiled = new SchemaCompiler(new Map()).compile(holder);
  expect(compiled.validate({ plain: "", behindPointer: "On", several: ["On"] })).toEqual([]);
  expect(
    compiled.validate({ behindPointer: "", several: ["On", ""] }).map(({ path, type }) => `${path} ${type}`),
  ).toEqual(["behindPointer NotSupported", "several[1] NotSupported"]);
});

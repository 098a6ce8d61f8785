/** Checks the shape of admission functions, which callers without types can get wrong, before other checks read their members. */
import { isJsonObject } from "../../base/json-object.ts";
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import { GoText, goUntyped, type ShownValue } from "../../meta/go-quote.ts";

/** Returns the errors of values that are no lists, objects or texts, although they must be. A member may be undefined. */
type ShapeCheck = (value: unknown, path: string) => readonly FieldError[];

const text: ShapeCheck = (value, path) => (typeof value === "string" ? [] : wrongShape(path, value, "must be a text"));

/** Checks a list of functions, with the parts of their matches. */
export const functionListErrors: ShapeCheck = listOf(
  objectOf({
    match: objectOf({
      rules: listOf(
        objectOf({
          operations: listOf(text),
          apiGroups: listOf(text),
          apiVersions: listOf(text),
          resources: listOf(text),
          resourceNames: listOf(text),
        }),
      ),
      matchConditions: listOf(objectOf({ name: text, expression: text })),
    }),
  }),
);

function listOf(item: ShapeCheck): ShapeCheck {
  return (value, path) =>
    Array.isArray(value)
      ? value.flatMap((one: unknown, index) => item(one, `${path}[${index}]`))
      : wrongShape(path, value, "must be a list");
}

function objectOf(members: Readonly<Record<string, ShapeCheck>>): ShapeCheck {
  return (value, path) =>
    isJsonObject(value)
      ? Object.entries(members).flatMap(([name, check]) => {
          const member = value[name];
          return member === undefined ? [] : check(member, `${path}.${name}`);
        })
      : wrongShape(path, value, "must be an object");
}

function wrongShape(path: string, value: unknown, rule: string): readonly FieldError[] {
  const shown = Array.isArray(value) ? new GoText(goUntyped(value)) : (value as ShownValue);
  return [invalidField(path, shown, rule)];
}

import { expect, test } from "vitest";
import { vocabularies } from "../../../meta/vocabulary.ts";
import { check, clusterEnvironments, evaluate, extend } from "../../index.ts";

const { forNewExpressions } = clusterEnvironments({ vocabulary: vocabularies.kubernetes });
const environment = extend(forNewExpressions, { features: { bindings: true } });

test("cel.bind() evaluates an expression with a name for a value", () => {
  expect(evaluate("cel.bind(x, 2, cel.bind(y, x + x, y * x))", environment).value).toBe(8n);
});

test("cel.bind() rejects a name that is no identifier", () => {
  expect(check("cel.bind(x.y, 1, true)", environment).issues).toEqual([
    { offset: 10, message: "cel.bind() variable names must be simple identifiers" },
  ]);
});

test("bind() on another target than cel is no macro", () => {
  const messages = check("'a'.bind(x, 1, true)", environment).issues.map(({ message }) => message);
  expect(messages).toContain("undeclared reference to 'bind' (in container '')");
});

test("cel.bind() is no macro in environments without it", () => {
  expect(check("cel.bind(x, 1, true)", forNewExpressions).checked).toBeUndefined();
});

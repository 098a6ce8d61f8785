import { expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import { compileExpression } from "../compile-expression.ts";
import { extend } from "../declarations/index.ts";
import { clusterEnvironments } from "../library/index.ts";
import { jsonPatchFunctions } from "./json-patch-functions.ts";

const { forNewExpressions } = clusterEnvironments({ vocabulary: vocabularies.kubernetes });
const environment = extend(forNewExpressions, { functions: jsonPatchFunctions });

test("jsonpatch.escapeKey() escapes slashes and tildes", () => {
  const { program } = compileExpression("jsonpatch.escapeKey('example.com/~a~1')", environment, () => undefined);
  expect(program?.evaluate().value).toBe("example.com~1~0a~01");
});

import { expect, test } from "vitest";
import { clusterEnvironments, evaluate, extend } from "../../cel/index.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { jsonPatchFunctions } from "./json-patch-functions.ts";

const { forNewExpressions } = clusterEnvironments({ vocabulary: vocabularies.kubernetes });
const environment = extend(forNewExpressions, { functions: jsonPatchFunctions });

test("jsonpatch.escapeKey() escapes slashes and tildes", () => {
  expect(evaluate("jsonpatch.escapeKey('example.com/~a~1')", environment).value).toBe("example.com~1~0a~01");
});

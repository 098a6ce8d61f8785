/** The function `jsonpatch.escapeKey()`, which only expressions with JSON patches have. */
import { type FunctionDeclaration } from "../declarations/index.ts";
import { declareFunction, globalOverload } from "../library/index.ts";
import { stringType } from "../types/index.ts";
import { noSuchOverload, type Value } from "../values/index.ts";

/** Returns a key as a JSON pointer spells it. */
function escapeKey(key: Value | undefined): Value {
  return typeof key === "string" ? key.replaceAll("~", "~0").replaceAll("/", "~1") : noSuchOverload();
}

/** `jsonpatch.escapeKey(key)`. */
export const jsonPatchFunctions: readonly FunctionDeclaration[] = [
  declareFunction("jsonpatch.escapeKey", [
    globalOverload("string_jsonpatch_escapeKey_string", [stringType], stringType, escapeKey),
  ]),
];

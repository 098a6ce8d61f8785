/** Functions that find what matches a regular expression. */
import { type Pattern, PatternError } from "../../../regex/index.ts";
import type { FunctionDeclaration } from "../../declarations/index.ts";
import { intType, listType, stringType } from "../../types/index.ts";
import { ArrayListValue, type Value } from "../../values/index.ts";
import { declareFunction, memberOverload } from "../declare.ts";
import { applyPattern, preparePattern } from "./apply-pattern.ts";
import { findRules } from "./search-rules.ts";

/** Applies a compiled pattern, or returns why it cannot be compiled. */
function withPattern(source: Value, apply: (pattern: Pattern) => Value | PatternError): Value {
  return applyPattern(source as string, apply, "Illegal regex: ");
}

/** @param limit negative for all */
function findAll(text: Value, source: Value, limit: bigint): Value {
  return withPattern(source, (pattern) => {
    const found = pattern.findAll(text as string, limit < 0n ? undefined : Number(limit));
    return found instanceof PatternError ? found : new ArrayListValue(found);
  });
}

const searchFunctions: readonly FunctionDeclaration[] = [
  declareFunction(
    "find",
    [
      memberOverload("string_find_string", [stringType, stringType], stringType, (text, source) =>
        withPattern(source, (pattern) => pattern.find(text as string) ?? ""),
      ),
    ],
    findRules,
  ),
  declareFunction(
    "findAll",
    [
      memberOverload("string_find_all_string", [stringType, stringType], listType(stringType), (text, source) =>
        findAll(text, source, -1n),
      ),
      memberOverload(
        "string_find_all_string_int",
        [stringType, stringType, intType],
        listType(stringType),
        (text, source, limit) => findAll(text, source, limit as bigint),
      ),
    ],
    findRules,
  ),
];

/** `find()` and `findAll()`. */
export const regexFunctions = searchFunctions.map(
  (declaration): FunctionDeclaration => ({ ...declaration, prepare: preparePattern }),
);

/** Functions that find what matches a regular expression. */
import type { CallCost, CallEstimator, FunctionDeclaration } from "../../declarations/index.ts";
import { addRanges, multiplyRanges, oneRange, scaleRange } from "../../declarations/index.ts";
import { intType, listType, stringType } from "../../types/index.ts";
import { ArrayListValue, EvaluationError, sizeOf, type Value } from "../../values/index.ts";
import { declareFunction, memberOverload } from "../declare.ts";
import { type Pattern, patternOf, preparePattern } from "./pattern.ts";

export { type Pattern, patternOf } from "./pattern.ts";

const traversalFactor = 0.1;
const patternFactor = 0.25;

const rules: { readonly cost: CallCost; readonly estimate: CallEstimator } = {
  cost: (_result, text, pattern) =>
    Math.ceil((1 + (sizeOf(text) ?? 1)) * traversalFactor) * Math.ceil((sizeOf(pattern) ?? 1) * patternFactor),
  estimate({ target, args: [pattern], sizeOf: sizeOfNode }) {
    if (!target || !pattern) return undefined;
    const size = sizeOfNode(target);
    const text = scaleRange(addRanges(size, oneRange), traversalFactor);
    const cost = multiplyRanges(text, scaleRange(sizeOfNode(pattern), patternFactor));
    return { cost, resultSize: { min: 0n, max: size.max } };
  },
};

/** Applies a compiled pattern, or returns why it cannot be compiled. */
function withPattern(source: Value, apply: (pattern: Pattern) => Value): Value {
  const pattern = patternOf(source as string);
  return pattern instanceof EvaluationError ? new EvaluationError(`Illegal regex: ${pattern.message}`) : apply(pattern);
}

/** @param limit negative for all */
function findAll(text: Value, source: Value, limit: bigint): Value {
  const count = limit < 0n ? undefined : Number(limit);
  return withPattern(source, (pattern) => new ArrayListValue(pattern.findAll(text as string, count)));
}

const searchFunctions: readonly FunctionDeclaration[] = [
  declareFunction(
    "find",
    [
      memberOverload("string_find_string", [stringType, stringType], stringType, (text, source) =>
        withPattern(source, (pattern) => pattern.find(text as string) ?? ""),
      ),
    ],
    rules,
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
    rules,
  ),
];

/** `find()` and `findAll()`. */
export const regexFunctions = searchFunctions.map(
  (declaration): FunctionDeclaration => ({
    ...declaration,
    prepare: preparePattern,
  }),
);

/** Functions of texts. Version 0 is that of older releases, version 2 adds `format()` and `strings.quote()`. */
import {
  addRanges,
  type CallCost,
  type CallEstimate,
  type CallEstimator,
  type CostRules,
  type EstimatedCall,
  type FunctionDeclaration,
  multiplyRanges,
  type Overload,
  type Range,
  scaleRange,
  textCost,
  traversalCost,
  traversalFactor,
  wrapped,
} from "../../declarations/index.ts";
import { dynType, intType, listType, stringType } from "../../types/index.ts";
import type { ListValue } from "../../values/index.ts";
import { declareFunction, globalOverload, memberOverload, withRules } from "../declare.ts";
import { traversalRules } from "../lists/index.ts";
import { formatFaults } from "./format/check.ts";
import { formatValues } from "./format/format.ts";
import { replaceEstimate } from "./replace-estimate.ts";
import * as texts from "./texts.ts";

/** The cost of reading the target `times` times, and the estimate, whose result is as long as the target. */
function readingRules(times: number): CostRules {
  return {
    cost: textCost(times),
    estimate({ target, sizeOf: sizeOfNode }) {
      if (!target) return undefined;
      const size = sizeOfNode(target);
      return { cost: scaleRange(size, times * traversalFactor), resultSize: size };
    },
  };
}

const replaceRules: CostRules = { ...readingRules(2), estimate: replaceEstimate };

/** In the worst case, each character is a part. */
const splitEstimate: CallEstimator = ({ target, args: [, limit], sizeOf: sizeOfNode }) => {
  if (!target) return undefined;
  const size = sizeOfNode(target);
  const literal = limit?.expression?.kind === "constant" ? limit.expression.value : undefined;
  const max = typeof literal === "bigint" ? wrapped(literal) : size.max;
  return { cost: scaleRange(size, 2 * traversalFactor), resultSize: { min: 0n, max } };
};

const joinCost: CallCost = (result) => traversalCost(result, 2);

function joinEstimate({
  target,
  args: [separator],
  sizeOf: sizeOfNode,
  elementOf,
}: EstimatedCall): CallEstimate | undefined {
  if (!target) return undefined;
  const count = sizeOfNode(target);
  const element = elementOf(target);
  let size: Range = element ? multiplyRanges(count, sizeOfNode(element)) : { min: 0n, max: 0n };
  if (separator) {
    const oneLess = (value: bigint): bigint => (value > 0n ? value - 1n : 0n);
    const gaps = { min: oneLess(count.min), max: oneLess(count.max) };
    size = addRanges(size, multiplyRanges(sizeOfNode(separator), gaps));
  }
  return { cost: scaleRange(size, traversalFactor), resultSize: size };
}

const listOfTexts = listType(stringType);

const commonFunctions: readonly FunctionDeclaration[] = [
  declareFunction("charAt", [
    memberOverload("string_char_at_int", [stringType, intType], stringType, (text, index) =>
      texts.charAt(text as string, index as bigint),
    ),
  ]),
  declareFunction(
    "indexOf",
    [
      memberOverload("string_index_of_string", [stringType, stringType], intType, (text, sought) =>
        texts.indexOf(text as string, sought as string, 0n),
      ),
      memberOverload("string_index_of_string_int", [stringType, stringType, intType], intType, (text, sought, offset) =>
        texts.indexOf(text as string, sought as string, offset as bigint),
      ),
    ],
    traversalRules,
  ),
  declareFunction(
    "lastIndexOf",
    [
      memberOverload("string_last_index_of_string", [stringType, stringType], intType, (text, sought) =>
        texts.lastIndexOf(text as string, sought as string, undefined),
      ),
      memberOverload(
        "string_last_index_of_string_int",
        [stringType, stringType, intType],
        intType,
        (text, sought, offset) => texts.lastIndexOf(text as string, sought as string, offset as bigint),
      ),
    ],
    traversalRules,
  ),
  declareFunction(
    "lowerAscii",
    [memberOverload("string_lower_ascii", [stringType], stringType, (text) => texts.lowerAscii(text as string))],
    readingRules(1),
  ),
  declareFunction(
    "replace",
    [
      memberOverload(
        "string_replace_string_string",
        [stringType, stringType, stringType],
        stringType,
        (text, old, replacement) => texts.replace(text as string, old as string, replacement as string, -1n),
      ),
      memberOverload(
        "string_replace_string_string_int",
        [stringType, stringType, stringType, intType],
        stringType,
        (text, old, replacement, limit) =>
          texts.replace(text as string, old as string, replacement as string, limit as bigint),
      ),
    ],
    replaceRules,
  ),
  declareFunction(
    "split",
    [
      memberOverload("string_split_string", [stringType, stringType], listOfTexts, (text, separator) =>
        texts.split(text as string, separator as string, -1n),
      ),
      memberOverload(
        "string_split_string_int",
        [stringType, stringType, intType],
        listOfTexts,
        (text, separator, limit) => texts.split(text as string, separator as string, limit as bigint),
      ),
    ],
    { ...readingRules(2), estimate: splitEstimate },
  ),
  declareFunction(
    "substring",
    [
      memberOverload("string_substring_int", [stringType, intType], stringType, (text, start) =>
        texts.substring(text as string, start as bigint, undefined),
      ),
      memberOverload("string_substring_int_int", [stringType, intType, intType], stringType, (text, start, end) =>
        texts.substring(text as string, start as bigint, end as bigint),
      ),
    ],
    readingRules(1),
  ),
  declareFunction(
    "trim",
    [memberOverload("string_trim", [stringType], stringType, (text) => texts.trim(text as string))],
    readingRules(1),
  ),
  declareFunction(
    "upperAscii",
    [memberOverload("string_upper_ascii", [stringType], stringType, (text) => texts.upperAscii(text as string))],
    readingRules(1),
  ),
  declareFunction(
    "join",
    [
      memberOverload("list_join", [listOfTexts], stringType, (list) => texts.join(list as ListValue, "")),
      memberOverload("list_join_string", [listOfTexts, stringType], stringType, (list, separator) =>
        texts.join(list as ListValue, separator as string),
      ),
    ],
    { cost: joinCost, estimate: joinEstimate },
  ),
];

const format: Overload = {
  ...withRules(
    memberOverload("string_format", [stringType, listType(dynType)], stringType, (text, values) =>
      formatValues(text as string, values as ListValue),
    ),
    {
      cost: textCost(1),
      estimate: ({ target, scalarOrSizeOf }) => target && { cost: scaleRange(scalarOrSizeOf(target), traversalFactor) },
    },
  ),
  stopsAtError: true,
};

const quote = withRules(
  globalOverload("strings_quote", [stringType], stringType, (text) => texts.quote(text as string)),
  {
    cost: textCost(1),
    estimate({ args: [text], scalarOrSizeOf }) {
      if (!text) return undefined;
      const size = scalarOrSizeOf(text);
      const resultSize = { min: wrapped(size.min + 2n), max: wrapped(size.max * 2n + 2n) };
      return { cost: scaleRange(size, traversalFactor), resultSize };
    },
  },
);

/** Returns the functions of a version of the library. */
export function stringFunctions(version: 0 | 2): readonly FunctionDeclaration[] {
  if (version === 0) return commonFunctions;
  const formatFunction = {
    ...declareFunction("format", [format]),
    checkConstants: formatFaults,
    allowsMixedLiterals: true,
  };
  return [...commonFunctions, formatFunction, declareFunction("strings.quote", [quote])];
}

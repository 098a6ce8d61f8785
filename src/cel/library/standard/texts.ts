/** Tests of texts. */
import { PatternError, patternOf } from "../../../regex/index.ts";
import {
  type ConstantCall,
  type ConstantFault,
  type CostRules,
  type FunctionDeclaration,
  multiplyRanges,
  type Overload,
  scaleRange,
  textCost,
  traversalCost,
  traversalFactor,
} from "../../declarations/index.ts";
import { boolType, stringType } from "../../types/index.ts";
import type { Value } from "../../values/index.ts";
import { declareFunction, globalOverload, memberOverload, withRules } from "../declare.ts";
import { applyPattern, preparePattern } from "../regex/apply-pattern.ts";
import { searchRules } from "../regex/search-rules.ts";

function test(id: string, holds: (text: string, part: string) => boolean, rules: CostRules): Overload {
  const overload = memberOverload(id, [stringType, stringType], boolType, (text, part) =>
    holds(text as string, part as string),
  );
  return withRules(overload, rules);
}

/** The beginning or the end of a text. The spent cost is that of the text, the estimated cost that of the part. */
const endRules: CostRules = {
  cost: textCost(1),
  estimate: ({ args: [part], scalarOrSizeOf }) => part && { cost: scaleRange(scalarOrSizeOf(part), traversalFactor) },
};

const containsRules: CostRules = {
  cost: (_result, text, part) => traversalCost(text) * traversalCost(part),
  estimate({ target, args: [part], scalarOrSizeOf }) {
    if (!target || !part) return undefined;
    const [text, sought] = [
      scaleRange(scalarOrSizeOf(target), traversalFactor),
      scaleRange(scalarOrSizeOf(part), traversalFactor),
    ];
    return { cost: multiplyRanges(text, sought) };
  },
};

function matches(text: Value, pattern: Value): Value {
  return applyPattern(pattern as string, (compiled) => compiled.matches(text as string));
}

/** Reports a constant pattern that cannot be compiled. In a global call, the reference compiles the text instead. */
function invalidPattern({ args: [pattern] }: ConstantCall): readonly ConstantFault[] {
  if (pattern?.kind !== "constant" || typeof pattern.value !== "string") return [];
  if (!(patternOf(pattern.value) instanceof PatternError)) return [];
  return [{ id: pattern.id, message: "invalid matches argument" }];
}

/** `contains()`, `startsWith()`, `endsWith()` and `matches()`. */
export const texts: readonly FunctionDeclaration[] = [
  declareFunction("contains", [test("contains_string", (text, part) => text.includes(part), containsRules)]),
  declareFunction("startsWith", [test("starts_with_string", (text, part) => text.startsWith(part), endRules)]),
  declareFunction("endsWith", [test("ends_with_string", (text, part) => text.endsWith(part), endRules)]),
  {
    checkConstants: invalidPattern,
    prepare: preparePattern,
    ...declareFunction("matches", [
      globalOverload("matches", [stringType, stringType], boolType, matches),
      withRules(memberOverload("matches_string", [stringType, stringType], boolType, matches), searchRules),
    ]),
  },
];

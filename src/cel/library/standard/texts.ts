/** Tests of texts. */
import type { ConstantCall, ConstantFault, FunctionDeclaration, Overload } from "../../declarations/index.ts";
import { addRanges, multiplyRanges, oneRange, scaleRange } from "../../declarations/index.ts";
import { boolType, stringType } from "../../types/index.ts";
import { EvaluationError, sizeOf, type Value } from "../../values/index.ts";
import { type CostRules, declareFunction, globalOverload, memberOverload, withRules } from "../declare.ts";
import { patternOf, preparePattern } from "../regex/pattern.ts";

const traversalFactor = 0.1;
const patternFactor = 0.25;

function test(id: string, holds: (text: string, part: string) => boolean, rules: CostRules): Overload {
  const overload = memberOverload(id, [stringType, stringType], boolType, (text, part) =>
    holds(text as string, part as string),
  );
  return withRules(overload, rules);
}

/** The beginning or the end of a text. The spent cost is that of the text, the estimated cost that of the part. */
const endRules: CostRules = {
  cost: (_result, text) => Math.ceil((sizeOf(text) ?? 1) * traversalFactor),
  estimate: ({ args: [part], scalarOrSizeOf }) => part && { cost: scaleRange(scalarOrSizeOf(part), traversalFactor) },
};

const containsRules: CostRules = {
  cost: (_result, text, part) =>
    Math.ceil((sizeOf(text) ?? 1) * traversalFactor) * Math.ceil((sizeOf(part) ?? 1) * traversalFactor),
  estimate({ target, args: [part], scalarOrSizeOf }) {
    if (!target || !part) return undefined;
    const [text, sought] = [
      scaleRange(scalarOrSizeOf(target), traversalFactor),
      scaleRange(scalarOrSizeOf(part), traversalFactor),
    ];
    return { cost: multiplyRanges(text, sought) };
  },
};

/** The cost of looking for a pattern. An empty text costs something, because a pattern can be expensive. */
export const searchRules: CostRules = {
  cost: (_result, text, pattern) =>
    Math.ceil((1 + (sizeOf(text) ?? 1)) * traversalFactor) * Math.ceil((sizeOf(pattern) ?? 1) * patternFactor),
  estimate({ target, args: [pattern], scalarOrSizeOf }) {
    if (!target || !pattern) return undefined;
    const text = scaleRange(addRanges(scalarOrSizeOf(target), oneRange), traversalFactor);
    return { cost: multiplyRanges(text, scaleRange(scalarOrSizeOf(pattern), patternFactor)) };
  },
};

function matches(text: Value, pattern: Value): Value {
  const compiled = patternOf(pattern as string);
  return compiled instanceof EvaluationError ? compiled : compiled.matches(text as string);
}

/** Reports a constant pattern that cannot be compiled. In a global call, the reference compiles the text instead. */
function invalidPattern({ args: [pattern] }: ConstantCall): readonly ConstantFault[] {
  if (pattern?.kind !== "constant" || typeof pattern.value !== "string") return [];
  if (!(patternOf(pattern.value) instanceof EvaluationError)) return [];
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

/** Checks and evaluates random expressions, and counts their results. */
import type { Random } from "../../src/base/random.ts";
import {
  check,
  clusterEnvironments,
  dynType,
  EvaluationCancelled,
  EvaluationError,
  estimateCost,
  extend,
  fromJson,
  intType,
  listType,
  PlanError,
  plan,
  stringType,
  vocabularies,
} from "../../src/cel/index.ts";
import { RandomExpressions } from "./random-expressions.ts";

/** The number of expressions by result. */
export interface ExpressionCounts {
  readonly rejected: number;
  readonly planErrors: number;
  readonly cancelled: number;
  readonly errors: number;
  readonly values: number;
}

/** The greatest cost of one evaluation, as in the server. */
export const costMax = 1_000_000;

const object: unknown = JSON.parse(
  `{"a": 1, "b": [1, 2.5, "x", null, {"c": true}], "__proto__": {"polluted": 1}, "constructor": "c", "u": "\\ud800",
    "n": 9007199254740993, "labels": {"team": "a", "": ""}}`,
);
const environment = extend(
  clusterEnvironments({ vocabulary: vocabularies.kubernetes, release: 32 }).forNewExpressions,
  {
    variables: { self: dynType, i: intType, s: stringType, numbers: listType(intType), words: listType(stringType) },
  },
);
const bindings = {
  self: fromJson(object),
  i: 5n,
  s: "héllo wörld 😀",
  numbers: fromJson(Array.from({ length: 300 }, (_, index) => index % 50)),
  words: fromJson(Array.from({ length: 100 }, (_, index) => `word-${index % 7}-${"x".repeat(index)}`)),
};

/** Evaluates random expressions one after the other. */
export class RandomEvaluations {
  readonly #expressions: RandomExpressions;
  readonly #counts = { rejected: 0, planErrors: 0, cancelled: 0, errors: 0, values: 0 };

  constructor(random: Random) {
    this.#expressions = new RandomExpressions(random, environment);
  }

  get counts(): ExpressionCounts {
    return this.#counts;
  }

  /** Evaluates the next expression, and returns its text. @throws Error that contains the text, if the engine fails */
  evaluateNext(): string {
    const text = this.#expressions.next();
    try {
      this.#counts[resultOf(text)]++;
    } catch (error) {
      throw new Error(`the engine fails for ${JSON.stringify(text)}`, { cause: error });
    }
    return text;
  }
}

function resultOf(text: string): keyof ExpressionCounts {
  const { checked, issues, display } = check(text, environment);
  if (!checked) {
    if (issues.length === 0 || display === "") throw new Error("the expression is rejected without an error");
    return "rejected";
  }
  const { min, max } = estimateCost(checked, environment);
  if (min > max) throw new Error(`the estimate is from ${min} to ${max}`);
  try {
    const { value, cost } = plan(checked, environment).evaluate(bindings, { costMax });
    if (cost > costMax) throw new Error(`the evaluation costs ${cost}`);
    return value instanceof EvaluationError ? "errors" : "values";
  } catch (error) {
    if (error instanceof PlanError) return "planErrors";
    if (error instanceof EvaluationCancelled) return "cancelled";
    throw error;
  }
}

/**
 * Compares with results of the reference. They were recorded from the Go packages of the API server v1.32.13 (cel-go v0.22.0) for
 * random and for chosen expressions.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import { estimateCost } from "../estimate/index.ts";
import { plan } from "../evaluate/index.ts";
import {
  check,
  clusterEnvironments,
  type Environment,
  EvaluationCancelled,
  extend,
  formatType,
  PlanError,
} from "../index.ts";
import { readType, readValue } from "./read-values.ts";
import { shownValue, withNumbers } from "./show-value.ts";

interface RecordedCase {
  readonly expression: string;
  /** Default: 1.31. */
  readonly release?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly bindings?: Readonly<Record<string, unknown>>;
  readonly issues?: string;
  readonly type?: string;
  readonly estimate?: readonly [string, string];
  readonly planError?: string;
  readonly cancelled?: true;
  readonly value?: unknown;
  readonly cost?: number;
}

interface Recording {
  readonly variables: Readonly<Record<string, string>>;
  readonly bindings: Readonly<Record<string, unknown>>;
  readonly cases: readonly RecordedCase[];
}

const path = new URL("./fixtures/reference-results.json", import.meta.url);
const recording = JSON.parse(readFileSync(path, "utf8")) as Recording;
/** The limit of one evaluation in the reference. */
const costMax = 1_000_000;

function environmentOf({ release = "1.31", variables = recording.variables }: RecordedCase): Environment {
  const choice = { vocabulary: vocabularies.kubernetes, release: Number(release.split(".")[1]) };
  const types = Object.entries(variables).map(([name, type]) => [name, readType(type)] as const);
  return extend(clusterEnvironments(choice).forNewExpressions, { variables: Object.fromEntries(types) });
}

/** Returns what the reference's record of the expression contains. */
function resultOf(recorded: RecordedCase): Partial<RecordedCase> {
  const environment = environmentOf(recorded);
  const { checked, display } = check(recorded.expression, environment);
  if (!checked) return { issues: display };
  const { min, max } = estimateCost(checked, environment);
  const known = { type: formatType(checked.resultType), estimate: [String(min), String(max)] as const };
  try {
    const bindings = Object.entries(recorded.bindings ?? (recorded.variables ? {} : recording.bindings));
    const values = Object.fromEntries(bindings.map(([name, json]) => [name, readValue(json)]));
    const { value, cost } = plan(checked, environment).evaluate(values, { costMax });
    return { ...known, value: shownValue(value), cost };
  } catch (error) {
    if (error instanceof PlanError) return { ...known, planError: error.message };
    if (error instanceof EvaluationCancelled) return { ...known, cancelled: true };
    throw error;
  }
}

describe("results equal those of the reference", () => {
  for (const [index, recorded] of recording.cases.entries()) {
    test(`${index}: ${recorded.expression}`, () => {
      const { expression: _, release: _release, variables: _variables, bindings: _bindings, ...results } = recorded;
      expect(resultOf(recorded)).toEqual(withNumbers(results));
    });
  }
});

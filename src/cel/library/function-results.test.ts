/**
 * Compares functions and operators with results of the reference. They were recorded from the Go packages of the API server v1.32.13
 * for random arguments, among them the limits of types and texts of many alphabets.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import { check } from "../check/index.ts";
import { estimateCost } from "../estimate/index.ts";
import { PlanError, plan } from "../evaluate/index.ts";
import { displayIssues, parse } from "../syntax/index.ts";
import { shownValue, withNumbers } from "../testing/show-value.ts";
import { clusterEnvironments } from "./index.ts";

interface RecordedCall {
  readonly expression: string;
  readonly issues?: string;
  /** The least and the greatest cost. */
  readonly estimate?: string;
  readonly planError?: string;
  readonly cost?: number;
  /** JSON. */
  readonly value?: string;
}

const path = new URL("./fixtures/function-results.json", import.meta.url);
const recordings = JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, readonly RecordedCall[]>>;
const environment = clusterEnvironments({ vocabulary: vocabularies.kubernetes, release: 32 }).forNewExpressions;

interface Result {
  readonly issues?: string;
  readonly estimate?: string;
  readonly planError?: string;
  readonly cost?: number;
  readonly value?: unknown;
}

function resultOf(text: string): Result {
  const { expression, issues: parseIssues } = parse(text, environment.features);
  const { checked, issues } = expression ? check(expression, environment) : { checked: undefined, issues: parseIssues };
  if (!checked) return { issues: displayIssues(text, issues) };
  const { min, max } = estimateCost(checked, environment);
  const estimate = `${min} ${max}`;
  try {
    const { value, cost } = plan(checked, environment).evaluate();
    return { estimate, value: shownValue(value), cost };
  } catch (error) {
    if (error instanceof PlanError) return { estimate, planError: error.message };
    throw error;
  }
}

for (const [family, calls] of Object.entries(recordings)) {
  describe(`results of ${family} equal those of the reference`, () => {
    for (const { expression, value, ...recorded } of calls) {
      test(expression, () => {
        const expected = value === undefined ? recorded : { ...recorded, value: withNumbers(JSON.parse(value)) };
        expect(resultOf(expression)).toEqual(expected);
      });
    }
  });
}

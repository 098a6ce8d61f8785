/**
 * Compares expressions on objects with a schema with results of the reference. They were recorded from the Go packages of the
 * API server v1.32.13, for chosen and for random schemas, objects and expressions. The fixture has one case per line.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import {
  check,
  clusterEnvironments,
  declareType,
  estimateCost,
  formatType,
  fromSchema,
  PlanError,
  plan,
  readStructuralSchema,
  resourceSchema,
  schemaEnvironment,
  schemaSizes,
} from "../index.ts";
import { shownValue, withNumbers } from "./show-value.ts";

interface RecordedCase {
  readonly expression: string;
  readonly schema: ReadonlyJsonObject;
  /** Whether `self` is an API object. */
  readonly isResource?: true;
  readonly self: unknown;
  readonly oldSelf: unknown;
  /** Default: 1.31. */
  readonly release?: string;
  readonly issues?: string;
  readonly type?: string;
  readonly estimate?: readonly [string, string];
  readonly planError?: string;
  readonly value?: unknown;
  readonly cost?: number;
}

const path = new URL("./fixtures/schema-results.json", import.meta.url);
const cases = JSON.parse(readFileSync(path, "utf8")) as readonly RecordedCase[];
const vocabulary = vocabularies.kubernetes;
/** The limit of one evaluation in the reference. */
const costMax = 1_000_000;

/** Returns what the reference's record of the expression contains. */
function resultOf({ expression, release = "1.31", isResource, ...recorded }: RecordedCase): Partial<RecordedCase> {
  const read = readStructuralSchema(recorded.schema, vocabulary);
  const schema = isResource ? resourceSchema(read) : read;
  const self = declareType(schema, "selfType");
  if (!self) throw new Error("the schema has no type");
  const base = clusterEnvironments({ vocabulary, release: Number(release.split(".")[1]) }).forNewExpressions;
  const environment = schemaEnvironment(base, { self });
  const { checked, display } = check(expression, environment);
  if (!checked) return { issues: display };
  const { min, max } = estimateCost(checked, environment, schemaSizes(self));
  const known = { type: formatType(checked.resultType), estimate: [String(min), String(max)] as const };
  try {
    const values = { self: fromSchema(recorded.self, schema), oldSelf: fromSchema(recorded.oldSelf, schema) };
    const { value, cost } = plan(checked, environment).evaluate(values, { costMax });
    return { ...known, value: shownValue(value), cost };
  } catch (error) {
    if (error instanceof PlanError) return { ...known, planError: error.message };
    throw error;
  }
}

describe("results with a schema equal those of the reference", () => {
  for (const [index, recorded] of cases.entries()) {
    test(`${index}: ${recorded.expression}`, () => {
      const { expression: _, schema: _schema, isResource: _isResource, release: _release, ...rest } = recorded;
      const { self: _self, oldSelf: _oldSelf, ...results } = rest;
      expect(resultOf(recorded)).toEqual(withNumbers(results));
    });
  }
});

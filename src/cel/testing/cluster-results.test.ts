/**
 * Compares the functions for URLs, addresses, quantities, formats and authorizers with results of the reference. They were recorded
 * from the Go packages of the API server v1.32.13: the cases of its tests, and random arguments.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import { estimateCost } from "../estimate/index.ts";
import { plan } from "../evaluate/index.ts";
import { check, clusterEnvironments, dynType, extend, stringType } from "../index.ts";
import { type AuthorizationQuery, AuthorizerValue, clusterTypes } from "../library/index.ts";
import { shownValue } from "./show-value.ts";

interface RecordedCase {
  readonly expression: string;
  readonly bindings?: Readonly<Record<string, string>>;
  readonly issues?: string;
  readonly estimate?: readonly [string, string];
  readonly value?: unknown;
  readonly cost?: number;
}

const path = new URL("./fixtures/cluster-results.json", import.meta.url);
const cases = JSON.parse(readFileSync(path, "utf8")) as readonly RecordedCase[];
const vocabulary = vocabularies.kubernetes;
const types = clusterTypes(vocabulary);
const variables = { s: stringType, t: stringType, d: dynType, authorizer: types.authorizer };
const environment = extend(clusterEnvironments({ vocabulary, release: 32 }).forNewExpressions, { variables });

/** Allows the verb `get`, and fails for the verb `fail`. */
function authorize({ verb }: AuthorizationQuery) {
  if (verb === "fail") return { isAllowed: false, reason: "no reason", error: "failed" };
  return { isAllowed: verb === "get", reason: verb === "get" ? "because" : "" };
}

const authorizer = new AuthorizerValue({
  user: { name: "u", groups: ["g"] },
  authorizer: { authorize },
  types,
  usesSelectors: true,
});

function resultOf({ expression, bindings }: RecordedCase): Omit<RecordedCase, "expression" | "bindings"> {
  const { checked, display } = check(expression, environment);
  if (!checked) return { issues: display };
  const { min, max } = estimateCost(checked, environment);
  const { value, cost } = plan(checked, environment).evaluate({ ...bindings, authorizer }, { costMax: 1_000_000 });
  return { estimate: [String(min), String(max)], value: shownValue(value), cost };
}

describe("results of the cluster's functions equal those of the reference", () => {
  test.each(cases)("$expression with $bindings", (recorded) => {
    const { expression: _, bindings: _bindings, ...results } = recorded;
    expect(resultOf(recorded)).toMatchObject(results);
  });
});

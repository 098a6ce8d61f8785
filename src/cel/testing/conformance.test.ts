/**
 * Runs the conformance cases of the language (`@bufbuild/cel-spec`). The cases are those of a later version than the one that the
 * reference uses. A case that does not apply has a reason below. A case with a reason for itself alone fails the test if it passes.
 */
import { tests as conformance } from "@bufbuild/cel-spec/testdata/conformance.js";
import { afterAll, describe, expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import { plan } from "../evaluate/index.ts";
import { check, clusterEnvironments, extend, PlanError } from "../index.ts";
import { shownValue } from "./show-value.ts";
import {
  additionsOf,
  readSpecValue,
  type SpecCase,
  type SpecValue,
  shownSpecValue,
  usesProtobuf,
} from "./spec-values.ts";

interface SpecSuite {
  readonly name: string;
  readonly suites?: readonly SpecSuite[];
  readonly tests?: readonly { readonly original: SpecCase }[];
}

const protobuf = "needs protobuf messages, which no environment of the API has";

/** Files of which no case applies. */
const reasonsOfFiles: Readonly<Record<string, string>> = {
  block_ext: "blocks are in no environment",
  encoders_ext: "encoders are in no environment",
  math_ext: "the mathematical functions are in no environment",
  dynamic: protobuf,
  enums: protobuf,
  proto2: protobuf,
  proto2_ext: protobuf,
  proto3: protobuf,
  wrappers: protobuf,
};

const newerFormat = "a later version of `format()`";
const newerIndexes = "a later version of the positions outside of a text";
const otherDeclarations = "declares functions of its own";

/** Reasons of single cases, by their paths. */
const reasonsOfCases: Readonly<Record<string, string>> = {
  "fields/qualified_identifier_resolution/map_value_repeat_key": "the reference takes the last entry with a key",
  "optionals/optionals/map_null_entry_no_such_key": "the reference finds no field in null",
  "optionals/optionals/map_present_key_invalid_field": "the reference finds no field in an int",
  "string_ext/last_index_of/empty_string": newerIndexes,
  "string_ext/value_errors/indexof_out_of_range": newerIndexes,
  "string_ext/value_errors/lastindexof_out_of_range": newerIndexes,
  "string_ext/format/scientific notation formatting clause": newerFormat,
  "string_ext/format/default precision for scientific notation": newerFormat,
  "string_ext/format/NaN support for scientific notation": newerFormat,
  "string_ext/format/positive infinity support for scientific notation": newerFormat,
  "string_ext/format/negative infinity support for scientific notation": newerFormat,
  "string_ext/format/NaN support for decimal": newerFormat,
  "string_ext/format/positive infinity support for decimal": newerFormat,
  "string_ext/format/negative infinity support for decimal": newerFormat,
  "string_ext/format/positive infinity support for fixed-point": newerFormat,
  "string_ext/format/negative infinity support for fixed-point": newerFormat,
  "string_ext/format/list support for string": newerFormat,
  "string_ext/format/map support for string": newerFormat,
  "string_ext/format/map support (all key types)": newerFormat,
  "string_ext/format/dyntype support for scientific notation": newerFormat,
  "string_ext/format/dyntype NaN/infinity support": newerFormat,
  "string_ext/format/dyntype support for lists": newerFormat,
  "string_ext/format/dyntype support for maps": newerFormat,
  "string_ext/format/scientific notation formatting clause in a string variable": newerFormat,
  "type_deductions/functions/function_result_type": otherDeclarations,
  "type_deductions/type_parameters/multiple_parameters_generality": otherDeclarations,
  "type_deductions/type_parameters/multiple_parameters_generality_2": otherDeclarations,
  "type_deductions/type_parameters/multiple_parameters_parameterized_ovl": otherDeclarations,
  "type_deductions/type_parameters/multiple_parameters_parameterized_ovl_2": otherDeclarations,
  "type_deductions/flexible_type_parameter_assignment/unconstrained_type_var_as_dyn": "only its type is expected",
};

/** Returns why a case does not apply; undefined if it does. */
function reasonOf(file: string, path: string, spec: SpecCase): string | undefined {
  if (usesProtobuf(spec)) return protobuf;
  if (spec.expr.includes("`")) return "names in backquotes came with a later version";
  if (spec.disableCheck) return "the reference evaluates only expressions whose types were checked";
  return reasonsOfFiles[file] ?? reasonsOfCases[path];
}

/** With `cel.bind()`, which only the expressions of devices have. */
const environment = extend(
  clusterEnvironments({ vocabulary: vocabularies.kubernetes, release: 32 }).forNewExpressions,
  {
    features: { bindings: true },
  },
);

type Outcome = { readonly value: unknown } | { readonly failure: string };

function outcomeOf(spec: SpecCase): Outcome {
  const { expr, bindings = {} } = spec;
  const extended = extend(environment, additionsOf(spec));
  const { checked, display } = check(expr, extended);
  if (!checked) return { failure: display };
  const values = Object.entries(bindings).map(([name, { value }]) => [name, readSpecValue(value)] as const);
  try {
    return { value: shownValue(plan(checked, extended).evaluate(Object.fromEntries(values)).value) };
  } catch (error) {
    if (error instanceof PlanError) return { failure: error.message };
    throw error;
  }
}

function isError(outcome: Outcome): boolean {
  if ("failure" in outcome) return true;
  return typeof outcome.value === "object" && outcome.value !== null && "error" in outcome.value;
}

/** Whether the reference rejects the literals of the expression, whose elements have several types. */
function hasMixedLiterals(outcome: Outcome): boolean {
  return "failure" in outcome && /^ERROR: <input>:\d+:\d+: expected type '.+' but found '.+'$/m.test(outcome.failure);
}

function expectedValue({ value, typedResult }: SpecCase): SpecValue | undefined {
  if (value) return value;
  return typedResult ? typedResult.result : { boolValue: true };
}

const passed = "pass";
const mixed = "have literals of several types, which the reference rejects";

/** By file: the number of cases that pass, and of those that do not apply, by reason. */
const counts = new Map<string, Map<string, number>>();

function count(file: string, result: string): void {
  const byResult = counts.get(file) ?? new Map<string, number>();
  counts.set(file, byResult.set(result, (byResult.get(result) ?? 0) + 1));
}

function countOf(result: string): number {
  return [...counts.values()].reduce((sum, byResult) => sum + (byResult.get(result) ?? 0), 0);
}

function runCase(file: string, path: string, spec: SpecCase): void {
  const reason = reasonOf(file, path, spec);
  if (reason !== undefined) {
    count(file, reason);
    if (reasonsOfCases[path] === undefined) return;
  }
  const outcome = outcomeOf(spec);
  if (hasMixedLiterals(outcome)) {
    count(file, mixed);
    return;
  }
  const isExpectedError = spec.evalError !== undefined || spec.anyEvalErrors !== undefined;
  const expected = expectedValue(spec);
  const doesPass = isExpectedError
    ? isError(outcome)
    : expected === undefined
      ? !isError(outcome)
      : JSON.stringify(outcome) === JSON.stringify({ value: shownSpecValue(expected) });
  expect(doesPass, `${spec.expr}: ${JSON.stringify(outcome)}`).toBe(reason === undefined);
  if (doesPass) count(file, passed);
}

function addSuite(suite: SpecSuite, file: string, path: string): void {
  for (const part of suite.suites ?? []) addSuite(part, file, `${path}/${part.name}`);
  if (suite.tests === undefined) return;
  test(path, () => {
    for (const { original } of suite.tests ?? []) runCase(file, `${path}/${original.name ?? ""}`, original);
  });
}

describe("conformance cases of the language", () => {
  const { suites = [] } = conformance as SpecSuite;
  for (const suite of suites) addSuite(suite, suite.name, suite.name);

  test("more than 1,200 cases pass", () => {
    expect(countOf(passed)).toBeGreaterThan(1200);
    expect(countOf(mixed)).toBeLessThan(50);
  });

  afterAll(() => {
    for (const [file, byResult] of counts) {
      const results = [...byResult].map(([result, number]) => `${number} ${result}`);
      process.stdout.write(`${file}: ${results.join("; ")}\n`);
    }
  });
});

/**
 * Compares syntax trees node for node with those of the conformance cases (`@bufbuild/cel-spec`): kinds, order, types and overloads.
 * The trees were made by a later version of the reference's parser, without the macros with two variables.
 */
import { tests as checking } from "@bufbuild/cel-spec/testdata/checking.js";
import { tests as comprehension } from "@bufbuild/cel-spec/testdata/comprehension.js";
import { tests as conformance } from "@bufbuild/cel-spec/testdata/conformance.js";
import { tests as parsing } from "@bufbuild/cel-spec/testdata/parsing.js";
import { describe, expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import { check, clusterEnvironments, extend } from "../index.ts";
import { parse } from "../syntax/index.ts";
import { additionsOf, type SpecCase, usesProtobuf } from "./spec-values.ts";
import { checkedTreeText, parsedTreeText } from "./tree-text.ts";

interface TreeCase {
  readonly original: SpecCase;
  readonly ast?: string;
  readonly checkedAst?: string;
}

interface TreeSuite {
  readonly name: string;
  readonly suites?: readonly TreeSuite[];
  readonly tests?: readonly TreeCase[];
}

const environment = extend(
  clusterEnvironments({ vocabulary: vocabularies.kubernetes, release: 32 }).forNewExpressions,
  {
    features: { twoVariableComprehensions: false, optionalSyntax: false, crossTypeComparisons: false },
  },
);
/** Some cases were checked with this feature. */
const withComparisons = extend(environment, { features: { crossTypeComparisons: true } });

/** The later version names the accumulator of macros `@result`. */
function withFormerName(tree: string): string {
  return tree.replaceAll("@result", "__result__");
}

/** Macros of the later version. */
const newerMacro = /\.existsOne\(/;

const counts = { parsed: 0, checked: 0, newerMacro: 0, protobuf: 0, rejected: 0 };

function runParse({ original: { expr }, ast = "" }: TreeCase): void {
  if (newerMacro.test(expr) && ast.startsWith("__comprehension__")) {
    counts.newerMacro++;
    return;
  }
  const { expression } = parse(expr, environment.features);
  expect(expression && parsedTreeText(expression.root), expr).toBe(withFormerName(ast));
  counts.parsed++;
}

/** An expression that the environment rejects has no tree. The conformance test compares whether it has to be rejected. */
function runCheck({ original, checkedAst = "" }: TreeCase): void {
  if (usesProtobuf(original)) {
    counts.protobuf++;
    return;
  }
  const { expr } = original;
  const trees = [environment, withComparisons].flatMap((base) => {
    const { checked } = check(expr, extend(base, additionsOf(original)));
    return checked ? [checkedTreeText(checked)] : [];
  });
  if (trees.length === 0) {
    counts.rejected++;
    return;
  }
  expect(trees, expr).toContain(withFormerName(checkedAst));
  counts.checked++;
}

function addSuite(suite: TreeSuite, path: string): void {
  for (const part of suite.suites ?? []) addSuite(part, `${path}/${part.name}`);
  const { tests = [] } = suite;
  if (tests.length === 0) return;
  test(`parsed trees of ${path} are equal`, () => {
    for (const one of tests) if (one.ast !== undefined) runParse(one);
  });
  test(`checked trees of ${path} are equal`, () => {
    for (const one of tests) if (one.checkedAst !== undefined) runCheck(one);
  });
}

describe("syntax trees", () => {
  for (const suite of [parsing, checking, comprehension, conformance] as readonly TreeSuite[])
    addSuite(suite, suite.name);

  test("the trees of all other cases are compared", () => {
    expect(counts).toEqual({ parsed: 2571, checked: 1259, newerMacro: 2, protobuf: 631, rejected: 313 });
  });
});

/** Compares the trees of valid texts with those of the parser for valid texts, and counts the work for malformed texts. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { parseTree } from "../parser.ts";
import { findIssues } from "./find-issues.ts";
import { IssueList } from "./issue-list.ts";
import { parseWithRecovery } from "./recovering-parser.ts";
import { TokenStream } from "./token-stream.ts";
import { readTree } from "./tree-reader.ts";

const features = { optionalSyntax: true, twoVariableComprehensions: true, crossTypeComparisons: true };
const path = new URL("../../testing/fixtures/reference-results.json", import.meta.url);
const recording = JSON.parse(readFileSync(path, "utf8")) as {
  readonly cases: readonly { readonly expression: string }[];
};
const valid = recording.cases.flatMap(({ expression }) => {
  const tree = parseTree(expression, features);
  return tree === undefined ? [] : [{ expression, root: tree.root }];
});

describe("the trees of valid texts", () => {
  test("the recorded expressions are examples of all parts of the grammar", () => {
    expect(valid.length).toBeGreaterThan(1000);
  });

  test("the recovering parser returns the same trees as the parser for valid texts", () => {
    for (const { expression, root } of valid) {
      const issues = new IssueList();
      const tree = parseWithRecovery(expression, issues);
      expect(readTree(tree, { length: expression.length, features }, issues), expression).toEqual(root);
      expect(issues.issues, expression).toEqual([]);
    }
  });
});

describe("the work for malformed texts", () => {
  afterEach(() => vi.restoreAllMocks());

  /** Returns how often the parser looks at a token. */
  function lookups(text: string): number {
    const ahead = vi.spyOn(TokenStream.prototype, "ahead").mockClear();
    findIssues(text, features);
    return ahead.mock.calls.length;
  }

  test.each([
    "1+",
    "if+",
    "-",
    "!",
    "a.",
    ".a",
    "a||",
    "x.all(1,1),",
    "if,",
    "[1,2,",
    "{a:1,",
    "A{b:1,",
    "f(1,",
    "'\\",
  ])("the work for many %j grows as the length of the text", (part) => {
    const texts = [500, 1000].map((count) => `[${part.repeat(count)}*`);
    const [shorter = 0, longer = 0] = texts.map(lookups);
    expect(longer).toBeLessThan(2.2 * shorter + 100);
  });
});

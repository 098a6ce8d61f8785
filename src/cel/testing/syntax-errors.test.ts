/**
 * Compares the faults of malformed texts with those that the reference reports. They were recorded from the Go packages of the API
 * server v1.32.13 (cel-go v0.22.0) for chosen texts and for random changes of valid expressions.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import { check, clusterEnvironments } from "../index.ts";

interface RecordedFaults {
  readonly expression: string;
  /** Default: 1.31. */
  readonly release?: string;
  /** The faults with their lines and columns. */
  readonly issues: string;
}

const path = new URL("./fixtures/syntax-errors.json", import.meta.url);
const recording = JSON.parse(readFileSync(path, "utf8")) as readonly RecordedFaults[];

describe("all faults of a text equal those of the reference", () => {
  for (const [index, { expression, release = "1.31", issues }] of recording.entries()) {
    test(`${index}: ${JSON.stringify(expression)}`, () => {
      const choice = { vocabulary: vocabularies.kubernetes, release: Number(release.split(".")[1]) };
      expect(check(expression, clusterEnvironments(choice).forNewExpressions).display).toBe(issues);
    });
  }
});

describe("limits on the faults of a text", () => {
  const { forNewExpressions } = clusterEnvironments({ vocabulary: vocabularies.kubernetes });
  const issuesOf = (text: string) => check(text, forNewExpressions).issues;

  test("the parser stops after 100 texts that are no tokens", () => {
    const issues = issuesOf("@".repeat(100_000));
    expect(issues.length).toBe(101);
    expect(issues.at(-1)?.message).toBe("Syntax error: More than 100 syntax errors");
  });

  test("the parser stops when it would have to skip more than 256 tokens", () => {
    expect(issuesOf(`1 ${"2 ".repeat(300)}`).at(-1)).toEqual({
      offset: undefined,
      message: "error recovery token lookahead limit exceeded: 256",
    });
  });

  test("nested brackets without ends are rejected as too deep", () => {
    expect(issuesOf("[".repeat(100_000))).toEqual([
      { offset: undefined, message: "expression recursion limit exceeded: 250" },
    ]);
  });
});

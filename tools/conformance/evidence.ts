/**
 * Finds the requirements and rules of validation that tests show. A test's title has their IDs in brackets:
 * `[WATCH-04]`, `[RV-02, RV-03]`, `[PodSpec#3]` or `[Pod/status#1, Pod/status#2]`. IDs in the title of a `describe`
 * count for each of its tests.
 */
import { readFileSync } from "node:fs";

/** The part of vitest's JSON report that the assessment reads. */
export interface TestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Titles of the tests that show one requirement, by outcome. Skipped tests are not included. */
export interface Evidence {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

/** Returns the IDs in a test's title. */
export type FindIds = (title: string) => string[];

/** Returns the IDs of requirements in a test's title, in order. */
export const findRequirementIds: FindIds = idFinder("[A-Z]+-\\d{2,}");

/**
 * Returns the IDs of rules of validation in a test's title, in order. An ID is the name of a struct, kind or
 * subresource, and the number of a rule.
 */
export const findRuleIds: FindIds = idFinder("[A-Z][\\w./]*#\\d+");

function idFinder(id: string): FindIds {
  const pattern = new RegExp(`\\[(${id}(?:\\s*,\\s*${id})*)\\]`, "g");
  return (title) => [...title.matchAll(pattern)].flatMap((match) => match[1]?.split(/\s*,\s*/) ?? []);
}

/** Reads vitest's JSON report. */
export function readReport(path: string): TestReport {
  return JSON.parse(readFileSync(path, "utf8")) as TestReport;
}

/** Returns the evidence for each ID in the titles of the report. */
export function collectEvidence(report: TestReport, findIds: FindIds): ReadonlyMap<string, Evidence> {
  const collected = new Map<string, { passed: string[]; failed: string[] }>();
  for (const { fullName, status } of report.testResults.flatMap((file) => file.assertionResults)) {
    for (const id of findIds(fullName)) {
      const evidence = collected.get(id) ?? { passed: [], failed: [] };
      collected.set(id, evidence);
      if (status === "passed") evidence.passed.push(fullName);
      if (status === "failed") evidence.failed.push(fullName);
    }
  }
  return collected;
}

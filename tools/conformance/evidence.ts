/**
 * Which requirements the tests speak of. A title names them in brackets, `[WATCH-04]` or `[RV-02, RV-03]`; brackets
 * around a test count for every test in them.
 */
import { readFileSync } from "node:fs";

/** The part of vitest's JSON report that is read. */
export interface TestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Titles of the tests that name one requirement, by their outcome; skipped tests show nothing. */
export interface Evidence {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

const bracketPattern = /\[([A-Z]+-\d{2,}(?:\s*,\s*[A-Z]+-\d{2,})*)\]/g;

export function readReport(path: string): TestReport {
  return JSON.parse(readFileSync(path, "utf8")) as TestReport;
}

/** The IDs in a test's title, in their order. */
export function idsIn(title: string): string[] {
  return [...title.matchAll(bracketPattern)].flatMap((match) => match[1]?.split(/\s*,\s*/) ?? []);
}

export function collectEvidence(report: TestReport): ReadonlyMap<string, Evidence> {
  const collected = new Map<string, { passed: string[]; failed: string[] }>();
  for (const { fullName, status } of report.testResults.flatMap((file) => file.assertionResults)) {
    for (const id of idsIn(fullName)) {
      const evidence = collected.get(id) ?? { passed: [], failed: [] };
      collected.set(id, evidence);
      if (status === "passed") evidence.passed.push(fullName);
      if (status === "failed") evidence.failed.push(fullName);
    }
  }
  return collected;
}

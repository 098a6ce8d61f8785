/**
 * Which requirements and which rules of validation the tests speak of. A title names them in brackets, `[WATCH-04]` or
 * `[RV-02, RV-03]`, `[PodSpec#3]` or `[Pod/status#1, Pod/status#2]`; brackets around a test count for every test in them.
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

export type IdsIn = (title: string) => string[];

/** The IDs of requirements in a test's title, in their order. */
export const requirementsIn: IdsIn = idsMatching("[A-Z]+-\\d{2,}");

/** The same for rules of validation: the number of a rule among those of a struct, a kind or a subresource. */
export const rulesIn: IdsIn = idsMatching("[A-Z][\\w./]*#\\d+");

function idsMatching(id: string): IdsIn {
  const pattern = new RegExp(`\\[(${id}(?:\\s*,\\s*${id})*)\\]`, "g");
  return (title) => [...title.matchAll(pattern)].flatMap((match) => match[1]?.split(/\s*,\s*/) ?? []);
}

export function readReport(path: string): TestReport {
  return JSON.parse(readFileSync(path, "utf8")) as TestReport;
}

export function collectEvidence(report: TestReport, idsIn: IdsIn): ReadonlyMap<string, Evidence> {
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

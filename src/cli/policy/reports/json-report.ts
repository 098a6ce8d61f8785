/** The report about cases as JSON. */
import type { TestRun } from "../test-run.ts";

/** Returns the report. */
export function jsonReport({ results, coverage }: TestRun): string {
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  const report = {
    passed: results.length - failed,
    failed,
    cases: results.map(({ tested: { name, file, line }, outcome, failures }) => ({
      name,
      file,
      line,
      passed: failures.length === 0,
      ...(failures.length > 0 ? { failures } : {}),
      ...(outcome
        ? {
            request: outcome.title,
            allowed: outcome.isAllowed,
            ...(outcome.isAllowed ? {} : { code: outcome.code, message: outcome.message }),
            warnings: outcome.warnings,
            audit: outcome.audit,
          }
        : {}),
    })),
    ...(coverage
      ? {
          coverage: {
            ...coverage.totals,
            neverTrueOrFalse: coverage.oneSidedExpressions.map(({ policy, part, place, missing }) => ({
              policy,
              part,
              place,
              never: missing,
            })),
            parts: coverage.parts.map(({ counts, ...part }) => ({ ...part, counts: Object.fromEntries(counts) })),
          },
        }
      : {}),
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

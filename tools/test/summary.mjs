/** The result of a test run, from vitest's JSON report and exit code. */
import { existsSync, readFileSync } from "node:fs";

/**
 * @typedef {{ fullName: string, status: "passed" | "failed" | "skipped" | "pending" | "todo" | "disabled" }} TestResult
 * @typedef {{ name: string, status: string, message?: string, assertionResults: TestResult[] }} FileResult
 * @typedef {{ testResults: FileResult[] }} Report
 * @typedef {{ passed: number, failed: number, skipped: number, avoidableSkips: number, skips: string[], failures: string[], line: string }} Summary
 */

/** Part of the titles of tests that need a newer kubectl than distributions package. Machines may skip these tests. */
const needsNewKubectl = "(needs kubectl 1.";

/**
 * Reads vitest's JSON report.
 * @param {string} path
 * @returns {Report | undefined} undefined when vitest exited without a report
 */
export function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

/**
 * Counts the results and lists what failed or was skipped. A file that could not be run counts as one failed test. So does
 * any other reason why vitest failed: an error outside of all tests, no report, no tests.
 * @param {Report | undefined} report
 * @param {number} exitCode vitest's
 * @returns {Summary}
 */
export function summarize(report, exitCode) {
  const files = report?.testResults ?? [];
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === "passed").length;
  const skipped = tests.filter((test) => test.status !== "passed" && test.status !== "failed");
  const failures = [];
  let failed = tests.filter((test) => test.status === "failed").length;
  for (const file of files.filter(failedOutsideTests)) {
    failures.push(`failed: ${file.name} could not be run, see above`);
    failed++;
  }
  if (failed === 0 && (exitCode !== 0 || !report)) {
    failures.push(`failed: no test failed, but vitest exited with code ${exitCode}, see above`);
    failed++;
  }
  const line = `${passed} passed, ${failed} failed, ${skipped.length} skipped`;
  const skips = skipped.map((test) => `skipped: ${test.fullName}`);
  const avoidableSkips = skipped.filter(({ fullName }) => !fullName.includes(needsNewKubectl)).length;
  return { passed, failed, skipped: skipped.length, avoidableSkips, skips, failures, line };
}

/** @param {FileResult} file */
function failedOutsideTests(file) {
  return file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed");
}

/** Runs test files in a copy of the sources and returns the titles of failed tests. */
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { runNode } from "./run-command.ts";
import type { SourceCopy } from "./source-copy.ts";

/** A test that failed. */
export interface FailedTest {
  /** Full title, with those of its `describe` blocks. */
  readonly title: string;
  /** Relative to the root. */
  readonly file: string;
}

/** Outcome of a run of tests. */
export interface TestRun {
  /** In the order of the files. Only the first, unless the run is the baseline. */
  readonly failed: readonly FailedTest[];
  /** Why the run failed although no test did: a file that cannot be loaded, or an error outside of all tests. */
  readonly otherFailure: string | undefined;
  readonly isTimedOut: boolean;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Limits of a run of tests. */
export interface TestRunLimits {
  /** Time limit of the whole run. */
  readonly timeLimitMs: number;
  /** Time limit of one test. */
  readonly testTimeoutMs: number;
  /** Runs files in parallel, and all tests although one has failed. Default: stop at the first failure. */
  readonly isBaseline?: true;
  readonly signal: AbortSignal;
}

/** Runs the test files until all tests have run, one has failed, or the time is over. */
export async function runTests(copy: SourceCopy, files: readonly string[], limits: TestRunLimits): Promise<TestRun> {
  const reportPath = join(copy.temporary, "test-report.json");
  await rm(reportPath, { force: true });
  const { exitCode, output } = await runNode(copy, vitestArguments(files, reportPath, limits), limits);
  if (exitCode === undefined) return { failed: [], otherFailure: undefined, isTimedOut: true };
  const report = existsSync(reportPath) ? (JSON.parse(readFileSync(reportPath, "utf8")) as Report) : undefined;
  const failed = report ? failedTests(copy.root, report, files) : [];
  const otherFailure = exitCode === 0 || failed.length > 0 ? undefined : otherFailureOf(copy.root, report, output);
  return { failed, otherFailure, isTimedOut: false };
}

/** Vitest runs without results of earlier runs, so that files run in the same order each time. */
function vitestArguments(files: readonly string[], reportPath: string, limits: TestRunLimits): string[] {
  return [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=json",
    `--outputFile.json=${reportPath}`,
    ...(limits.isBaseline ? [] : ["--no-file-parallelism", "--bail=1"]),
    "--cache=false",
    `--testTimeout=${limits.testTimeoutMs}`,
    `--hookTimeout=${limits.testTimeoutMs}`,
    ...files,
  ];
}

function failedTests(root: string, { testResults }: Report, files: readonly string[]): FailedTest[] {
  const byFile = new Map(testResults.map((result) => [relative(root, result.name), result.assertionResults]));
  return files.flatMap((file) =>
    (byFile.get(file) ?? [])
      .filter(({ status }) => status === "failed")
      .map(({ fullName }) => ({ title: fullName, file })),
  );
}

function otherFailureOf(root: string, report: Report | undefined, output: string): string {
  const broken = report?.testResults.find(({ status }) => status === "failed");
  if (broken) return `${relative(root, broken.name)} could not be run: ${firstLine(broken.message ?? "")}`;
  const error = /^(?:\w*Error|Unhandled).*$/m.exec(output)?.[0] ?? firstLine(output.trim());
  return `an error outside of all tests: ${error}`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

/** Runs test files in a copy of the sources and says which tests failed, by name. */
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { runNode } from "./run-command.ts";
import type { SourceCopy } from "./source-copy.ts";

export interface FailedTest {
  readonly title: string;
  readonly file: string;
}

export interface TestRun {
  /** In the order of the files asked for. */
  readonly failed: readonly FailedTest[];
  /** Why the run counts as failed although no test did: a file that cannot be loaded, an error outside of all tests. */
  readonly otherwise: string | undefined;
  readonly timedOut: boolean;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

export interface TestRunLimits {
  /** Of the whole run. */
  readonly timeLimitMs: number;
  /** Of one test: a lost event must not take half a minute for each that waits for it. */
  readonly testTimeoutMs: number;
  /** Several files at a time; for a run that has the machine for itself. */
  readonly parallel?: true;
  readonly signal: AbortSignal;
}

export async function runTests(copy: SourceCopy, files: readonly string[], limits: TestRunLimits): Promise<TestRun> {
  const reportPath = join(copy.temporary, "test-report.json");
  await rm(reportPath, { force: true });
  const { exitCode, output } = await runNode(copy, vitestArguments(files, reportPath, limits), limits);
  if (exitCode === undefined) return { failed: [], otherwise: undefined, timedOut: true };
  const report = existsSync(reportPath) ? (JSON.parse(readFileSync(reportPath, "utf8")) as Report) : undefined;
  const failed = report ? failedTests(copy.root, report, files) : [];
  const otherwise = exitCode === 0 || failed.length > 0 ? undefined : whyElse(copy.root, report, output);
  return { failed, otherwise, timedOut: false };
}

/** Without a memory of earlier runs, so that files come in the same order each time. */
function vitestArguments(files: readonly string[], reportPath: string, limits: TestRunLimits): string[] {
  return [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=json",
    `--outputFile.json=${reportPath}`,
    ...(limits.parallel ? [] : ["--no-file-parallelism"]),
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

function whyElse(root: string, report: Report | undefined, output: string): string {
  const broken = report?.testResults.find(({ status }) => status === "failed");
  if (broken) return `${relative(root, broken.name)} could not be run: ${firstLine(broken.message ?? "")}`;
  const error = /^(?:\w*Error|Unhandled).*$/m.exec(output)?.[0] ?? firstLine(output.trim());
  return `an error outside of all tests: ${error}`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

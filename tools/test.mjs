#!/usr/bin/env node
/**
 * Runs the test suite and closes with one line that people and scripts can rely on: `N passed, N failed, N skipped`.
 * Arguments are passed to vitest; `--fail-on-skip` is our own: a test that a missing tool skips fails the run. Exit code
 * 0 means that nothing failed, in any way.
 */
import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readReport, summarize } from "./test/summary.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const failOnSkip = process.argv.includes("--fail-on-skip");
const args = process.argv.slice(2).filter((arg) => arg !== "--fail-on-skip");
// A run of some tests must not pass for a run of all: `npm run conformance` reads the report.
const reportPath = join(root, ".cache", args.length === 0 ? "test-report.json" : "test-report.partial.json");

/** @returns {Promise<number>} vitest's exit code */
function runVitest() {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const reporting = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportPath}`];
  const child = spawn(process.execPath, [vitest, "run", ...reporting, ...args], { cwd: root, stdio: "inherit" });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

mkdirSync(dirname(reportPath), { recursive: true });
rmSync(reportPath, { force: true });
const exitCode = await runVitest();
const summary = summarize(readReport(reportPath), exitCode);
// With a name pattern every other test counts as skipped; nobody wants them listed.
const isByName = args.some((arg) => arg === "-t" || arg.startsWith("--testNamePattern"));
for (const line of [...(isByName ? [] : summary.skips), ...summary.failures]) console.log(line);
console.log(summary.line);
process.exitCode = summary.failed > 0 || (failOnSkip && summary.avoidableSkips > 0) ? 1 : 0;

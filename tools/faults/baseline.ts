/** Runs the tests and checks before any fault is planted: one that fails anyway would seem to catch every fault. */
import { type CheckName, checkScripts, type Fault, isChecked } from "./fault.ts";
import { runNode } from "./run-command.ts";
import { runTests } from "./run-tests.ts";
import type { SourceCopy } from "./source-copy.ts";
import type { TrialLimits } from "./try-fault.ts";

/** Time limit of one run of all test files that the faults name. */
const baselineLimitMs = 600_000;

/** Returns one sentence for each test or check that the faults name and that fails without a fault. */
export async function failuresWithoutFault(
  copy: SourceCopy,
  faults: readonly Fault[],
  limits: TrialLimits,
  signal: AbortSignal,
): Promise<string[]> {
  const files = new Set<string>();
  const checks = new Set<CheckName>();
  for (const fault of faults) {
    if (isChecked(fault)) checks.add(fault.check);
    else for (const file of fault.tests) files.add(file);
  }
  const failures: string[] = [];
  if (files.size > 0) failures.push(...(await failingTests(copy, [...files], limits, signal)));
  for (const check of checks) {
    const { exitCode } = await runNode(copy, checkScripts[check], { timeLimitMs: baselineLimitMs, signal });
    if (exitCode !== 0) failures.push(`the check of ${check} fails`);
  }
  return failures;
}

async function failingTests(
  copy: SourceCopy,
  files: readonly string[],
  limits: TrialLimits,
  signal: AbortSignal,
): Promise<string[]> {
  const run = await runTests(copy, files, { ...limits, timeLimitMs: baselineLimitMs, isBaseline: true, signal });
  if (run.isTimedOut) return [`the tests take more than ${baselineLimitMs / 1000} s`];
  const failed = run.failed.map(({ title, file }) => `${file}: ${title}`);
  return run.otherFailure === undefined ? failed : [...failed, run.otherFailure];
}

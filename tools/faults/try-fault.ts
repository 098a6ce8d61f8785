/** Plants one fault in a copy of the sources and runs the tests or the check that must notice it. */
import {
  type CheckedFault,
  type CheckName,
  checkScripts,
  type Fault,
  isChecked,
  type TestedFault,
  type Verdict,
} from "./fault.ts";
import { runNode } from "./run-command.ts";
import { runTests, type TestRun } from "./run-tests.ts";
import type { SourceCopy } from "./source-copy.ts";

/** Time limits of one fault. */
export interface TrialLimits {
  /** Time limit of all tests of one fault. */
  readonly timeLimitMs: number;
  /** Time limit of all tests of a fault that makes them run for ever. */
  readonly hangLimitMs: number;
  /** Time limit of one test. */
  readonly testTimeoutMs: number;
}

/** Limits of `npm run faults`. */
export const defaultLimits: TrialLimits = {
  timeLimitMs: 180_000,
  hangLimitMs: 30_000,
  testTimeoutMs: 12_000,
};

/** Plants the fault, runs its tests or its check, and removes the fault. */
export async function tryFault(
  copy: SourceCopy,
  fault: Fault,
  limits: TrialLimits,
  signal: AbortSignal,
): Promise<Verdict> {
  return await copy.with(fault, async () => {
    if (isChecked(fault)) return await tryCheck(copy, fault, { timeLimitMs: limits.timeLimitMs, signal });
    const timeLimitMs = fault.hangs ? limits.hangLimitMs : limits.timeLimitMs;
    const run = await runTests(copy, fault.tests, { ...limits, timeLimitMs, signal });
    return judge(fault, run, timeLimitMs);
  });
}

async function tryCheck(
  copy: SourceCopy,
  { check, names }: CheckedFault,
  limits: { readonly timeLimitMs: number; readonly signal: AbortSignal },
): Promise<Verdict> {
  const { exitCode, output } = await runNode(copy, checkScripts[check], limits);
  if (exitCode === 0) return { outcome: "survived", why: `npm run ${scriptOf(check)} reports nothing` };
  const line = output.split("\n").find((one) => one.includes(names));
  if (line === undefined) {
    return { outcome: "survived", why: `npm run ${scriptOf(check)} reports a problem, but not ${names}` };
  }
  return { outcome: "caught", by: line.trim(), where: `npm run ${scriptOf(check)}` };
}

function scriptOf(check: CheckName): string {
  return { layers: "layers", types: "typecheck", docs: "docs:check" }[check];
}

function judge(
  { hangs, tests }: TestedFault,
  { failed, otherFailure, isTimedOut }: TestRun,
  timeLimitMs: number,
): Verdict {
  const first = failed[0];
  if (first) return { outcome: "caught", by: first.title, where: first.file };
  if (!isTimedOut) return { outcome: "survived", why: otherFailure ?? "every test passed" };
  if (hangs) {
    return { outcome: "caught", by: "time limit", where: tests.join(", ") };
  }
  return {
    outcome: "survived",
    why: `the tests took more than ${timeLimitMs / 1000} s, and the fault is not one that hangs`,
  };
}

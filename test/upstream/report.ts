/** Reads the report of the tests, and sums it up. */
import { readFileSync } from "node:fs";
import { compareText } from "../../src/base/compare-text.ts";

/** One test that ran. */
export interface TestResult {
  /** Name of the group and of the test. */
  readonly name: string;
  readonly state: string;
  readonly seconds: number;
  /** The reason of a failure. Empty if the test passed. */
  readonly reason: string;
}

interface SpecReport {
  readonly ContainerHierarchyTexts: readonly string[] | null;
  readonly LeafNodeText: string;
  readonly LeafNodeType: string;
  readonly State: string;
  /** In nanoseconds. */
  readonly RunTime: number;
  readonly Failure?: { readonly Message: string };
}

const nanosPerSecond = 1e9;
/** Number of lines of a reason that the summary shows. */
const reasonLinesMax = 5;

/** Returns the tests of a report that were not skipped, in their order. */
export function readReport(path: string): readonly TestResult[] {
  const suites = JSON.parse(readFileSync(path, "utf8")) as readonly { readonly SpecReports: readonly SpecReport[] }[];
  return suites
    .flatMap(({ SpecReports: reports }) => reports)
    .filter(({ LeafNodeType: type, State: state }) => state !== "skipped" && (type === "It" || state !== "passed"))
    .map((report) => ({
      name: [...(report.ContainerHierarchyTexts ?? []), report.LeafNodeText || report.LeafNodeType].join(" "),
      state: report.State,
      seconds: report.RunTime / nanosPerSecond,
      reason: report.Failure?.Message.trim() ?? "",
    }));
}

/** A failure with a known reason. */
export interface KnownFailure {
  /** Matches the name of the test. */
  readonly test: RegExp;
  readonly reason: string;
}

/** Returns the lines about the tests of each group and about all failures, and how many of them are not known. */
export function summaryLines(
  results: readonly TestResult[],
  known: readonly KnownFailure[],
): { readonly lines: readonly string[]; readonly unexpected: number } {
  const groups = new Map<string, { passed: number; failed: number }>();
  const lines: string[] = [];
  let unexpected = 0;
  for (const { name, state, seconds, reason } of results) {
    const group = /^\[(sig-[a-z-]+)\]/.exec(name)?.[1] ?? "others";
    const counts = groups.get(group) ?? { passed: 0, failed: 0 };
    groups.set(group, counts);
    if (state === "passed") {
      counts.passed++;
      continue;
    }
    counts.failed++;
    const knownReason = known.find(({ test }) => test.test(name))?.reason;
    if (knownReason === undefined) unexpected++;
    lines.push(
      `${knownReason === undefined ? state : `${state} (known: ${knownReason})`}  ${name}  (${seconds.toFixed(0)} s)`,
    );
    if (knownReason === undefined) lines.push(...reason.split("\n", reasonLinesMax).map((line) => `    ${line}`));
  }
  const width = Math.max(...[...groups.keys()].map((group) => group.length), 0);
  for (const [group, { passed, failed }] of [...groups].sort(([one], [other]) => compareText(one, other)))
    lines.push(`${group.padEnd(width)}  ${passed} passed, ${failed} failed`);
  return { lines, unexpected };
}

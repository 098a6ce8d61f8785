/** `orch policy test`: sends the requests of cases to policies, and compares the decisions with the expected ones. */
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { ManifestFileOptions } from "../selection/manifest-files.ts";
import { CommandError, exitCodes, type Terminal } from "../terminal.ts";
import type { PolicyCase } from "./case-file.ts";
import { Coverage } from "./coverage.ts";
import type { OpenPolicyLab } from "./lab.ts";
import { effectWarnings, readPolicyFiles } from "./policy-files.ts";
import { jsonReport } from "./reports/json-report.ts";
import { junitReport } from "./reports/junit-report.ts";
import { textReport } from "./reports/text-report.ts";
import { type CaseResult, openFilledLab, runCases } from "./run-cases.ts";

/** Forms of the output. */
export const reportForms = ["text", "json", "junit"] as const;

/** Options of `orch policy test`. */
export interface PolicyTestCommand extends ManifestFileOptions {
  readonly vocabulary: Vocabulary;
  /** Only cases whose names contain this text are run. Undefined: all cases. */
  readonly caseName: string | undefined;
  readonly output: (typeof reportForms)[number];
  readonly showsCoverage: boolean;
}

const reports = { text: textReport, json: jsonReport, junit: junitReport } as const;

/**
 * Runs the cases, and prints a report.
 * @returns the exit code: 1 if a case fails, or a file has an error
 * @throws CommandError if there is no case, or a file cannot be read
 */
export async function testPolicies(
  command: PolicyTestCommand,
  openLab: OpenPolicyLab,
  terminal: Terminal,
): Promise<number> {
  const files = await readPolicyFiles(command, terminal);
  if (files.faults.length > 0) return failWith(files.faults, terminal);
  const isChosen = ({ name }: PolicyCase): boolean => name.includes(command.caseName ?? "");
  if (!files.caseFiles.some(({ cases }) => cases.some(isChosen))) {
    const which = command.caseName === undefined ? "" : ` whose name contains ${JSON.stringify(command.caseName)}`;
    throw new CommandError(`there is nothing to test: the files contain no cases${which}`);
  }
  const lab = await openFilledLab(files, openLab);
  if (!("send" in lab)) return failWith(lab, terminal);
  await using _open = lab;
  for (const warning of effectWarnings(files)) terminal.error(`${warning}\n`);
  const coverage = new Coverage(files);
  const results: CaseResult[] = [];
  for await (const result of runCases(files, lab, isChosen)) {
    results.push(result);
    coverage.add(result.outcome?.policies ?? []);
  }
  terminal.out(
    reports[command.output]({ files: command.files, results, coverage: command.showsCoverage ? coverage : undefined }),
  );
  return results.some(({ failures }) => failures.length > 0) ? exitCodes.failed : exitCodes.fine;
}

function failWith(faults: readonly string[], terminal: Terminal): number {
  for (const fault of faults) terminal.error(`${fault}\n`);
  return exitCodes.failed;
}

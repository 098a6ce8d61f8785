/**
 * `orch policy test`: sends the requests of cases to policies, and compares the decisions with the expected ones. Without
 * cases it sends a create of each manifest.
 */
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { ManifestFileOptions } from "../selection/manifest-files.ts";
import { CommandError, exitCodes, type Terminal } from "../terminal.ts";
import type { PolicyCase } from "./case-file.ts";
import { Coverage } from "./coverage.ts";
import { impliedCases } from "./implied-cases.ts";
import type { OpenPolicyLab } from "./lab.ts";
import { effectWarnings, type PolicyFiles, readPolicyFiles } from "./policy-files.ts";
import { jsonReport } from "./reports/json-report.ts";
import { junitReport } from "./reports/junit-report.ts";
import { textReport } from "./reports/text-report.ts";
import { verdictTable } from "./reports/verdict-table.ts";
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

const reports = { json: jsonReport, junit: junitReport } as const;

/**
 * Runs the cases, or judges the manifests, and prints a report.
 * @returns the exit code: 1 if a case fails, a manifest is denied, or a file has an error
 * @throws CommandError if there is nothing to test, or a file cannot be read
 */
export async function testPolicies(
  command: PolicyTestCommand,
  openLab: OpenPolicyLab,
  terminal: Terminal,
): Promise<number> {
  const read = await readPolicyFiles(command, terminal);
  if (read.faults.length > 0) return failWith(read.faults, terminal);
  const isAboutManifests = read.caseFiles.length === 0;
  const files = isAboutManifests ? { ...read, caseFiles: [impliedCases(read.manifests)] } : read;
  const isChosen = ({ name }: PolicyCase): boolean => name.includes(command.caseName ?? "");
  requireCases(files, isChosen, command);
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
  const run = { files: command.files, results, coverage: command.showsCoverage ? coverage : undefined };
  const textForm = isAboutManifests ? verdictTable : textReport;
  terminal.out((command.output === "text" ? textForm : reports[command.output])(run));
  return results.some(({ failures }) => failures.length > 0) ? exitCodes.failed : exitCodes.fine;
}

/** @throws CommandError if no case is chosen */
function requireCases(
  { caseFiles }: PolicyFiles,
  isChosen: (tested: PolicyCase) => boolean,
  { caseName }: PolicyTestCommand,
): void {
  if (caseFiles.some(({ cases }) => cases.some(isChosen))) return;
  const what =
    caseName === undefined
      ? "neither cases nor manifests for the policies"
      : `no cases or manifests whose name contains ${JSON.stringify(caseName)}`;
  throw new CommandError(`there is nothing to test: the files contain ${what}`);
}

function failWith(faults: readonly string[], terminal: Terminal): number {
  for (const fault of faults) terminal.error(`${fault}\n`);
  return exitCodes.failed;
}

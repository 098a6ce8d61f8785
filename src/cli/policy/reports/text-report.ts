/** The report about cases for a person. */
import { printable } from "../../screen/printable.ts";
import { shellWord } from "../../screen/shell-word.ts";
import { count } from "../../terminal.ts";
import { expectationText } from "../expectation.ts";
import type { CaseResult } from "../run-cases.ts";
import type { TestRun } from "../test-run.ts";
import { coverageLines } from "./coverage-lines.ts";

/** Longest name of a case up to which the lines are aligned. */
const nameCharsMax = 60;

/** Returns the report. */
export function textReport({ files, results, coverage }: TestRun): string {
  const places = results.map(placeOf);
  const placeChars = Math.max(...places.map((place) => place.length));
  const nameChars = Math.min(nameCharsMax, Math.max(...results.map(({ tested }) => tested.name.length)));
  const lines = results.flatMap((result, index) => {
    const { tested, failures } = result;
    const verdict = failures.length === 0 ? "ok  " : "FAIL";
    const place = (places[index] ?? "").padEnd(placeChars);
    const expected = tested.expected ? expectationText(tested.expected) : "";
    const line = `${place}  ${verdict}  ${printable(tested.name).padEnd(nameChars)}  ${printable(expected)}`;
    return [line.trimEnd(), ...failureLines(result, files)];
  });
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  const summary = `${count(results.length, "case")}: ${results.length - failed} passed, ${failed} failed`;
  return `${[...lines, "", summary, ...(coverage ? coverageLines(coverage) : [])].join("\n")}\n`;
}

function placeOf({ tested: { file, line } }: CaseResult): string {
  return `${file}:${line}`;
}

function failureLines({ outcome, failures, tested }: CaseResult, files: readonly string[]): readonly string[] {
  if (failures.length === 0) return [];
  const request = outcome ? [`${outcome.title} by ${tested.request.user.name}`] : [];
  const hint = outcome && !files.includes("-") ? [`explain it: ${whyCommand(tested, files)}`] : [];
  return [...request, ...failures, ...hint].map((text) => `    ${printable(text).replaceAll("\n", "\n    ")}`);
}

/** Returns the command that explains a case. */
function whyCommand({ file, name }: CaseResult["tested"], files: readonly string[]): string {
  const flags = files.flatMap((path) => ["-f", shellWord(path)]);
  return ["orch policy why", ...flags, shellWord(file), `--case=${shellWord(name)}`].join(" ");
}

/** The report about manifests for a person: a line for each object. */
import { distinct } from "../../../base/distinct.ts";
import { Columns } from "../../screen/columns.ts";
import { printableLine } from "../../screen/printable.ts";
import { count } from "../../terminal.ts";
import { type SourcedMessage, sourcedMessage } from "../answer-source.ts";
import type { CaseResult } from "../run-cases.ts";
import type { TestRun } from "../test-run.ts";
import { coverageLines } from "./coverage-lines.ts";

const titles = ["PLACE", "OBJECT", "VERDICT", "POLICY", "MESSAGE"] as const;
/** All verdicts. An object is invalid if a server cannot read it. */
const verdicts = ["allowed", "warned", "denied", "invalid"] as const;
type Verdict = (typeof verdicts)[number];

/** Returns the report. */
export function verdictTable({ results, coverage }: TestRun): string {
  const rows = results.map((result) => rowOf(result).map(printableLine));
  const columns = new Columns(
    titles.map(() => ({ isWhole: true })),
    undefined,
  );
  columns.widen([titles, ...rows]);
  const counts = verdicts.flatMap((verdict) => {
    const found = results.filter((result) => verdictOf(result) === verdict).length;
    return found === 0 ? [] : [`${found} ${verdict}`];
  });
  const lines = [
    ...[titles, ...rows].map((row) => columns.line(row)),
    "",
    `${count(results.length, "object")}: ${counts.join(", ")}`,
    ...(coverage ? coverageLines(coverage) : []),
  ];
  return `${lines.join("\n")}\n`;
}

function rowOf(result: CaseResult): readonly string[] {
  const { tested, outcome, failures } = result;
  const messages = outcome
    ? (outcome.isAllowed ? outcome.warnings : [outcome.message]).map(sourcedMessage)
    : failures.map((message): SourcedMessage => ({ source: undefined, name: undefined, binding: undefined, message }));
  const sources = distinct(messages.map(sourceText)).join(", ");
  const message = messages.map((one) => one.message).join("; ");
  return [`${tested.file}:${tested.line}`, tested.name, verdictOf(result), sources || (message && "-"), message];
}

function verdictOf({ outcome }: CaseResult): Verdict {
  if (!outcome) return "invalid";
  if (!outcome.isAllowed) return "denied";
  return outcome.warnings.length > 0 ? "warned" : "allowed";
}

/** Returns the name of a policy, or the level of PodSecurity. */
function sourceText({ source, name = "" }: SourcedMessage): string {
  return source === "PodSecurity" ? `${source} ${name}` : name;
}

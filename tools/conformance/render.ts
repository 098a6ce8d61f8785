/** Renders an assessment as text: the IDs by state, the counts by area, and the problems. */
import type { AssessedRequirement, Assessment, RequirementState } from "./assess.ts";
import type { WaitingRequirements } from "./requirements.ts";

const widthMax = 100;

/** Options of the text. */
export interface AssessmentTextOptions {
  /** Whether the IDs of shown requirements are listed. Default: true. */
  readonly listShown?: boolean;
}

/** Returns the lines of the text, without line feeds. */
export function renderAssessment(
  assessment: Assessment,
  waiting: WaitingRequirements,
  { listShown = true }: AssessmentTextOptions = {},
): string[] {
  const { requirements, problems } = assessment;
  const inState = (state: RequirementState): AssessedRequirement[] => requirements.filter((one) => one.state === state);
  return [
    ...section("Shown", listShown ? idLines(inState("shown")) : []),
    ...section("Not shown", inState("not shown").map(notShownLine)),
    ...section("Waiting", waitingLines(inState("waiting"), waiting)),
    ...section("By area", table(assessment)),
    ...section("Problems", problems),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`), ""];
}

function notShownLine({ id, statement, failedTest }: AssessedRequirement): string {
  return `${id.padEnd(10)} ${statement}${failedTest === undefined ? "" : ` (failed: ${failedTest})`}`;
}

function idLines(requirements: readonly AssessedRequirement[]): string[] {
  const areas = [...new Set(requirements.map(({ area }) => area))];
  return areas.flatMap((area) => wrap(requirements.filter((one) => one.area === area).map(({ id }) => id)));
}

function wrap(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > widthMax) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

function waitingLines(requirements: readonly AssessedRequirement[], waiting: WaitingRequirements): string[] {
  const areas = waiting.areas.flatMap(({ area, step, reason }) => {
    const own = requirements.filter((one) => one.area === area);
    return own.length === 0 ? [] : [`${area}, for ${step}: ${reason}`, ...idLines(own).map((line) => `  ${line}`)];
  });
  const single = waiting.requirements.flatMap(({ id, step, reason }) => {
    const own = requirements.find((one) => one.id === id);
    return own ? [`${id}, for ${step}: ${reason} (${own.statement})`] : [];
  });
  return [...single, ...areas];
}

function table({ areas, requirements }: Assessment): string[] {
  const row = (cells: readonly (string | number)[]): string => {
    const [area = "", title = "", ...counts] = cells;
    return `${String(area).padEnd(21)} ${String(title).padEnd(38)} ${counts.map((count) => String(count).padStart(9)).join(" ")}`;
  };
  const counts = (own: readonly AssessedRequirement[]): number[] => [
    own.length,
    ...(["shown", "not shown", "waiting"] as const).map((state) => own.filter((one) => one.state === state).length),
  ];
  const ofArea = (area: string): AssessedRequirement[] => requirements.filter((one) => one.area === area);
  return [
    row(["", "", "all", "shown", "not shown", "waiting"]),
    ...areas.map(({ area, title }) => row([area, title, ...counts(ofArea(area))])),
    ...(areas.length > 1 ? [row(["", "", ...counts(requirements)])] : []),
  ];
}

/** `npm run conformance`: reports which requirements and which rules of validation the tests show. */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { readToolOptions } from "../test/support/tool-arguments.ts";
import { type Assessment, assess, type RequirementState } from "./conformance/assess.ts";
import { collectEvidence, type FindIds, findRequirementIds, findRuleIds, readReport } from "./conformance/evidence.ts";
import { type AssessmentTextOptions, renderAssessment } from "./conformance/render.ts";
import {
  type Area,
  notReachableStep,
  readAreas,
  readWaiting,
  type WaitingRequirements,
} from "./conformance/requirements.ts";

const root = dirname(import.meta.dirname);
/** Greatest share of the rules that may be listed as not reachable. */
const unreachableMax = 0.03;

/** Runs the whole suite and returns the path of its report. Its failures appear as requirements that are not shown. */
function runSuite(): string {
  spawnSync(process.execPath, [join(root, "tools/test.mjs")], { cwd: root, stdio: ["ignore", 2, 2] });
  return join(root, ".cache/test-report.json");
}

/** A list of requirements and everything that is needed to check it. */
interface RequirementList {
  readonly title: string;
  readonly areas: readonly Area[];
  readonly waiting: WaitingRequirements;
  readonly findIds: FindIds;
  readonly renderOptions: AssessmentTextOptions;
}

const listPath = (file: string): string => join(root, "conformance", file);
const lists: readonly RequirementList[] = [
  {
    title: "requirements",
    areas: readAreas(listPath("requirements.json")),
    waiting: readWaiting(listPath("waiting.json")),
    findIds: findRequirementIds,
    renderOptions: {},
  },
  {
    title: "rules of validation",
    areas: readAreas(listPath("validation.json")),
    waiting: readWaiting(listPath("validation-waiting.json")),
    findIds: findRuleIds,
    renderOptions: { listShown: false },
  },
];

const usage = `Reports which requirements and which rules of validation the tests show.

    npm run conformance                     runs the whole suite first
    npm run conformance -- --report=FILE    reads the report of an earlier run
    npm run conformance -- --area=SSA       only one area

The exit code is 1 if a requirement or rule is neither shown nor waiting, if too many rules are not reachable, or if the lists
are inconsistent.`;

const options = readToolOptions(usage, { report: { takes: "text" }, area: { takes: "text" } });
const onlyArea = options.text("area");
const areas = lists.flatMap((list) => list.areas.map(({ area }) => area));
if (onlyArea !== undefined && !areas.includes(onlyArea)) {
  process.stderr.write(`unknown area ${onlyArea}; the areas are ${areas.join(", ")}\n`);
  process.exit(2);
}
const tests = readReport(options.text("report") ?? runSuite());

/**
 * Prints the assessment of a list.
 * @returns whether every requirement is shown or waits, the lists are consistent, and few enough rules are not
 * reachable
 */
function check({ title, areas, waiting, findIds, renderOptions }: RequirementList): boolean {
  const assessment = assess({ areas, waiting, evidence: collectEvidence(tests, findIds), onlyArea });
  for (const line of renderAssessment(assessment, waiting, renderOptions)) console.log(line);
  const unreachable = countUnreachable(assessment, waiting);
  const countOf = (state: RequirementState): number =>
    assessment.requirements.filter((one) => one.state === state).length;
  console.log(
    `${assessment.requirements.length} ${title}: ${countOf("shown")} shown, ${countOf("not shown")} not shown, ` +
      `${countOf("waiting") - unreachable} waiting, ${unreachable} not reachable, ${assessment.problems.length} problems`,
  );
  return (
    countOf("not shown") === 0 &&
    assessment.problems.length === 0 &&
    unreachable <= assessment.requirements.length * unreachableMax
  );
}

function countUnreachable({ requirements }: Assessment, waiting: WaitingRequirements): number {
  const ids = waiting.requirements.filter(({ step }) => step === notReachableStep).map(({ id }) => id);
  return requirements.filter(({ id, state }) => state === "waiting" && ids.includes(id)).length;
}

const checks = lists
  .filter((list) => onlyArea === undefined || list.areas.some(({ area }) => area === onlyArea))
  .map((list) => check(list));
process.exitCode = checks.every(Boolean) ? 0 : 1;

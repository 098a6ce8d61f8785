/** `npm run conformance`: reports which requirements and which rules of validation the tests show. */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { readToolOptions } from "../test/support/tool-arguments.ts";
import { type Assessment, assess, type State } from "./conformance/assess.ts";
import { collectEvidence, type IdsIn, readReport, requirementsIn, rulesIn } from "./conformance/evidence.ts";
import { type RenderOptions, render } from "./conformance/render.ts";
import { type Area, notReachable, readAreas, readWaiting, type Waiting } from "./conformance/requirements.ts";

const root = dirname(import.meta.dirname);
/** Greatest share of the rules that may be listed as not reachable. */
const unreachableMax = 0.03;

/** Runs the whole suite and returns the path of its report. Its failures appear as requirements that are not shown. */
function runSuite(): string {
  spawnSync(process.execPath, [join(root, "tools/test.mjs")], { cwd: root, stdio: ["ignore", 2, 2] });
  return join(root, ".cache/test-report.json");
}

/** A list of requirements and everything that is needed to check it. */
interface Checked {
  readonly what: string;
  readonly areas: readonly Area[];
  readonly waiting: Waiting;
  readonly idsIn: IdsIn;
  readonly show: RenderOptions;
}

const listed = (file: string): string => join(root, "conformance", file);
const lists: readonly Checked[] = [
  {
    what: "requirements",
    areas: readAreas(listed("requirements.json")),
    waiting: readWaiting(listed("waiting.json")),
    idsIn: requirementsIn,
    show: {},
  },
  {
    what: "rules of validation",
    areas: readAreas(listed("validation.json")),
    waiting: readWaiting(listed("validation-waiting.json")),
    idsIn: rulesIn,
    show: { listShown: false },
  },
];

const usage = `Reports which requirements and which rules of validation the tests show.

    npm run conformance                     runs the whole suite first
    npm run conformance -- --report=FILE    reads the report of an earlier run
    npm run conformance -- --area=SSA       one area

It exits with 1 if one of them is neither shown nor waiting, if too many rules cannot be reached, or if the lists are wrong.`;

const options = readToolOptions(usage, { report: { takes: "text" }, area: { takes: "text" } });
const onlyArea = options.text("area");
const areas = lists.flatMap((list) => list.areas.map(({ area }) => area));
if (onlyArea !== undefined && !areas.includes(onlyArea)) {
  process.stderr.write(`there is no area ${onlyArea}; there are ${areas.join(" ")}\n`);
  process.exit(2);
}
const tests = readReport(options.text("report") ?? runSuite());

/**
 * Prints the assessment of a list.
 * @returns whether every requirement is shown or waits, the lists are consistent, and few enough rules are not
 * reachable
 */
function check({ what, areas, waiting, idsIn, show }: Checked): boolean {
  const assessment = assess({ areas, waiting, evidence: collectEvidence(tests, idsIn), onlyArea });
  for (const line of render(assessment, waiting, show)) console.log(line);
  const unreachable = countUnreachable(assessment, waiting);
  const countOf = (state: State): number => assessment.requirements.filter((one) => one.state === state).length;
  console.log(
    `${assessment.requirements.length} ${what}: ${countOf("shown")} shown, ${countOf("not shown")} not shown, ` +
      `${countOf("waiting") - unreachable} waiting, ${unreachable} not reachable, ${assessment.problems.length} problems`,
  );
  return (
    countOf("not shown") === 0 &&
    assessment.problems.length === 0 &&
    unreachable <= assessment.requirements.length * unreachableMax
  );
}

function countUnreachable({ requirements }: Assessment, waiting: Waiting): number {
  const ids = waiting.requirements.filter(({ step }) => step === notReachable).map(({ id }) => id);
  return requirements.filter(({ id, state }) => state === "waiting" && ids.includes(id)).length;
}

const checks = lists
  .filter((list) => onlyArea === undefined || list.areas.some(({ area }) => area === onlyArea))
  .map((list) => check(list));
process.exitCode = checks.every(Boolean) ? 0 : 1;

/**
 * `npm run conformance [-- --report FILE] [--area NAME]`: which requirements the tests show. Without a report it runs
 * the suite first. Exit code 1 means that a requirement is neither shown nor waiting, or that the lists are wrong.
 */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { assess, type State } from "./conformance/assess.ts";
import { collectEvidence, readReport } from "./conformance/evidence.ts";
import { render } from "./conformance/render.ts";
import { readAreas, readWaiting } from "./conformance/requirements.ts";

const root = dirname(import.meta.dirname);

/** The report of the whole suite, which the run itself writes; its failures show as requirements that are not shown. */
function runSuite(): string {
  spawnSync(process.execPath, [join(root, "tools/test.mjs")], { cwd: root, stdio: ["ignore", 2, 2] });
  return join(root, ".cache/test-report.json");
}

const options = { report: { type: "string" }, area: { type: "string" } } as const;
const { report, area } = parseArgs({ options }).values;
const areas = readAreas(join(root, "conformance/requirements.json"));
if (area !== undefined && !areas.some((one) => one.area === area)) {
  throw new Error(`there is no area ${area}; there are ${areas.map((one) => one.area).join(" ")}`);
}
const waiting = readWaiting(join(root, "conformance/waiting.json"));
const evidence = collectEvidence(readReport(report ?? runSuite()));
const assessment = assess({ areas, waiting, evidence, onlyArea: area });
for (const line of render(assessment, waiting)) console.log(line);
const countOf = (state: State): number => assessment.requirements.filter((one) => one.state === state).length;
const counts = (["shown", "not shown", "waiting"] as const).map((state) => `${countOf(state)} ${state}`);
console.log(`${counts.join(", ")}, ${assessment.problems.length} problems`);
process.exitCode = countOf("not shown") > 0 || assessment.problems.length > 0 ? 1 : 0;

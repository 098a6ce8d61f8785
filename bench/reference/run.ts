/** `npm run bench -- reference`: compares the built server with the reference under the same load. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { machineOf } from "../machine.ts";
import { measureFigures, printLine, secondsSinceStart } from "../measure-figures.ts";
import { root } from "../orch-server.ts";
import { renderPlot } from "../report/plot.ts";
import { referenceFigures } from "./figures.ts";
import { parseReferenceOptions, type ReferenceOptions, usage } from "./options.ts";
import { type FigureResults, mergeResults, readFigureResults, writeFigureResults } from "./results.ts";
import { hasReference } from "./servers.ts";
import { renderReferenceTable } from "./table.ts";

const names = referenceFigures.map(({ name }) => name);
const exitCodes = { failed: 1, rejected: 2, noReference: 3 } as const;

/** Runs the comparison, and sets the exit code: 1 after a failure, 2 for wrong arguments, 3 without the reference. */
export async function runReference(args: readonly string[]): Promise<void> {
  const invocation = parseReferenceOptions(args, names);
  if (invocation.kind === "help") {
    process.stdout.write(`${usage(referenceFigures)}\n`);
  } else if (invocation.kind === "rejected") {
    for (const problem of invocation.problems) printLine(problem);
    printLine("run `npm run bench -- reference --help` for the options and figures");
    process.exitCode = exitCodes.rejected;
  } else if (!hasReference()) {
    printLine("the reference does not exist: put its programs and up.sh into ../shared/reference");
    process.exitCode = exitCodes.noReference;
  } else {
    await compare(invocation.options);
  }
}

async function compare(options: ReferenceOptions): Promise<void> {
  const { runs, measureMs, workers } = options;
  const path = join(root, options.out);
  const earlier = readFigureResults(path);
  const measured: FigureResults[] = [];
  let hasFailed = false;
  for (const figure of referenceFigures.filter(
    ({ name }) => options.names.length === 0 || options.names.includes(name),
  )) {
    const { measurements, failed } = await measureFigures([figure], {
      runs,
      measureMs,
      serverProcesses: workers,
      loadCore: "any",
    });
    hasFailed ||= failed.length > 0;
    if (failed.length > 0) continue;
    const machine = machineOf({ pinned: false });
    const measuredAt = new Date().toISOString();
    measured.push({ figure: figure.name, measuredAt, machine, runs, measurements });
  }
  const results = mergeResults(earlier, measured, names);
  writeFigureResults(path, results);
  const all = results.flatMap(({ measurements }) => measurements);
  const plotPath = path.replace(/(\.json)?$/, ".svg");
  writeFileSync(plotPath, renderPlot(machineOf({ pinned: false }), runs, all));
  process.stdout.write(`\n${renderReferenceTable(measured.flatMap(({ measurements }) => measurements))}\n\n`);
  printLine(`took ${secondsSinceStart()} s; written to ${path} and ${plotPath}`);
  if (hasFailed) process.exitCode = exitCodes.failed;
}

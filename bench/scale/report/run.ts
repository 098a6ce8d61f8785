/** `npm run bench -- scale-simulation`: simulates large clusters, and writes the tables of `docs/scale.md`. */
import { writeFileSync } from "node:fs";
import { printLine, secondsSinceStart } from "../../measure-figures.ts";
import { pagePath, readPage } from "./page.ts";
import { pageSeed } from "./results.ts";

/** Runs the simulation. With `--check`, it writes nothing, and the exit code is 1 if the page differs. */
export async function runScaleSimulation(args: readonly string[]): Promise<void> {
  const unknown = args.filter((arg) => arg !== "--check");
  if (unknown.length > 0) {
    printLine(`unknown argument ${unknown.join(" ")}; there is only --check`);
    process.exitCode = 2;
    return await Promise.resolve();
  }
  const { present, updated } = readPage();
  const isCurrent = present === updated;
  if (args.includes("--check")) {
    if (!isCurrent) process.exitCode = 1;
    printLine(
      isCurrent ? "docs/scale.md is current" : "docs/scale.md differs: run `npm run bench -- scale-simulation`",
    );
  } else {
    writeFileSync(pagePath, updated);
    printLine(isCurrent ? "docs/scale.md is unchanged" : "docs/scale.md has new tables");
  }
  printLine(`seed ${pageSeed}, ${secondsSinceStart()} s`);
}

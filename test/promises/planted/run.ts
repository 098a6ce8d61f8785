/** Implements `npm run promises:faults`: plants faults in servers, and prints which promise each one breaks. */
import { join } from "node:path";
import { SourceCopy } from "../../../tools/faults/source-copy.ts";
import { buildProgram } from "../../support/orch-process.ts";
import { readToolOptions } from "../../support/tool-arguments.ts";
import { runCampaign } from "../campaign/campaign.ts";
import { ProcessSystem } from "../setups/process-system.ts";
import { type PlantedFault, plantedFaults } from "./catalogue.ts";
import { withFaultyProgram } from "./faulty-program.ts";

const usage = `Plants faults in a copy of the sources, one at a time, and records histories until one breaks a promise.

    npm run promises:faults                        all faults, in about four minutes
    npm run promises:faults -- --fault=change-lost only one, or several with commas
    npm run promises:faults -- --seed=1            the same random choices as in another run

Faults:
${plantedFaults.map(({ name, breaks }) => `    ${name.padEnd(28)} ${breaks}`).join("\n")}

The exit code is 1 if the histories of a fault keep all promises.`;

/** Maximum number of histories for one fault. */
const historiesMax = 200;
const dataFolder = join(import.meta.dirname, "../../../.cache");

const options = readToolOptions(usage, {
  fault: { takes: "text" },
  seed: { takes: "a whole number", default: "1" },
});

interface Verdict {
  /** The broken promise, or the error because of which no history could be recorded. Undefined if there is neither. */
  readonly finding: string | undefined;
  readonly seconds: number;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ends the process if the option names an unknown fault. */
function chosenFaults(): readonly PlantedFault[] {
  const names = options.text("fault")?.split(",");
  const unknown = names?.find((name) => !plantedFaults.some((fault) => fault.name === name));
  if (unknown === undefined) return plantedFaults.filter(({ name }) => names?.includes(name) ?? true);
  process.stderr.write(`unknown fault ${unknown}; --help lists them\n`);
  process.exit(2);
}

async function tryFault(copy: SourceCopy, fault: PlantedFault): Promise<Verdict> {
  const startMs = performance.now();
  const finding = await withFaultyProgram(copy, fault, () => findViolation(copy, fault));
  return { finding, seconds: (performance.now() - startMs) / 1000 };
}

async function findViolation(
  copy: SourceCopy,
  { name, flags, systemFault }: PlantedFault,
): Promise<string | undefined> {
  const lines: string[] = [];
  const start = (): Promise<ProcessSystem> =>
    ProcessSystem.start({ folder: dataFolder, flags, programRoot: copy.root });
  try {
    const totals = await runCampaign({
      setup: { name, parallelHistories: 1, start },
      histories: historiesMax,
      seed: options.number("seed"),
      deadlineMs: Number.POSITIVE_INFINITY,
      faultPercent: systemFault === undefined ? 0 : 100,
      fault: systemFault,
      stopsAtViolation: true,
      say: (line) => lines.push(line),
    });
    const rule = /^Violated: (\S+):/m.exec(lines.join("\n"))?.[1];
    return rule === undefined ? undefined : `breaks ${rule} in history ${totals.histories}`;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `cannot be recorded: ${String(cause).split("\n", 1)[0]?.slice(0, 100)}`;
  }
}

await buildProgram();
await using copy = await SourceCopy.of(join(import.meta.dirname, "../../.."));
let survivors = 0;
for (const fault of chosenFaults()) {
  const { finding, seconds } = await tryFault(copy, fault);
  if (finding === undefined) survivors++;
  say(`${fault.name.padEnd(28)} ${(finding ?? "SURVIVED").padEnd(60)} ${seconds.toFixed(1)} s`);
}
say(`${survivors} faults survived`);
process.exitCode = survivors === 0 ? 0 : 1;

/**
 * `npm run real-controllers`: the real controller manager and scheduler run the same scenario on orch and on the
 * reference. An error that they log only on orch is a failure. Errors about lost races, which controllers retry, are
 * printed but do not count. The controller manager uses protobuf, which its log must show. The reference runs without the admission plugins that orch does not have yet.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readToolOptions } from "../support/tool-arguments.ts";
import { errorLines, isLostRace, onlyIn, protobufWatches } from "./error-lines.ts";
import { type ApiServer, binariesIn, type Program, startOrch, startReference, workDir } from "./programs.ts";
import { scenario } from "./scenario.ts";
import { SimulatedNodes } from "./simulated-nodes.ts";

const usage = `Runs the real controller manager and the real scheduler on orch and on the reference, and compares their errors.

    npm run real-controllers                         programs from ../shared/reference
    npm run real-controllers -- --binaries=DIR       programs from DIR, unpacked or as NAME.xz
    npm run real-controllers -- --seconds=60         time to watch the logs after the scenario; default 20
    npm run real-controllers -- --without-reference  orch alone

It needs kube-controller-manager and kube-scheduler, and for the reference up.sh, kube-apiserver and etcd. It exits with 1 for an
error line that only orch causes or a step of the scenario that fails, and with 3 when a program is missing. The logs stay in
.cache/real-controllers.`;

const options = readToolOptions(usage, {
  binaries: { takes: "text", default: join(import.meta.dirname, "../../../shared/reference") },
  seconds: { takes: "a number", default: "20" },
  "without-reference": { takes: "nothing" },
});
const binariesDir = options.text("binaries") ?? "";

/** Error lines by program. */
type Errors = ReadonlyMap<string, readonly string[]>;

async function observe(
  name: string,
  server: ApiServer,
  start: (server: ApiServer) => Promise<Program[]>,
): Promise<Errors> {
  const programs = await start(server);
  try {
    await using nodes = new SimulatedNodes(server.client);
    await nodes.start();
    for (const { title, run } of scenario) {
      say(`${name}: ${title}`);
      await run(server.client);
    }
    await pause(options.number("seconds") * 1000);
    const [manager] = programs;
    const watches = protobufWatches(manager?.log() ?? "");
    say(`${name}: the controller manager read ${watches} watches in protobuf`);
    if (watches === 0) throw new Error(`${name}: the controller manager did not use protobuf`);
    return new Map(programs.map((program) => [program.name, errorLines(program.log())]));
  } finally {
    await Promise.all(programs.map((program) => program.stop()));
  }
}

async function main(): Promise<number> {
  const binaries = binariesIn(binariesDir);
  const missing = binaries.missing(["kube-controller-manager", "kube-scheduler"]);
  if (missing.length > 0) {
    say(`missing in ${binariesDir}: ${missing.join(", ")}`);
    return 3;
  }
  const missingForReference = binaries.missing(["up.sh", "kube-apiserver", "etcd"]);
  const isAlone = options.isSet("without-reference") || missingForReference.length > 0;
  if (isAlone)
    say(`without the reference, every error counts; missing: ${missingForReference.join(", ") || "nothing"}`);
  rmSync(workDir, { recursive: true, force: true });
  mkdirSync(workDir, { recursive: true });
  const expected = isAlone ? new Map() : await errorsOn("reference", () => startReference(binaries));
  const found = await errorsOn("orch", startOrch);
  let count = 0;
  for (const [program, lines] of found) {
    const reference = expected.get(program) ?? [];
    const extra = onlyIn(lines, reference);
    const counted = extra.filter((line) => !isLostRace(line));
    count += counted.length;
    print(
      `${program}: ${lines.length} error lines on orch, ${reference.length} on the reference, ${counted.length} only on orch that are no lost races`,
    );
    for (const line of extra) print(`    only on orch${isLostRace(line) ? " (lost race)" : ""}: ${line}`);
    for (const line of onlyIn(reference, lines)) print(`    only on the reference: ${line}`);
  }
  return count === 0 ? 0 : 1;

  async function errorsOn(name: string, startServer: () => Promise<ApiServer>): Promise<Errors> {
    await using server = await startServer();
    return await observe(name, server, (started) => binaries.startControllers(name, started));
  }
}

function say(text: string): void {
  process.stderr.write(`real-controllers: ${text}\n`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

process.exitCode = await main();

/**
 * Implements `npm run soak`. It runs the built server for an hour at half its maximum load, with 200 watchers, slow
 * clients and many changes.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../../src/base/random.ts";
import { SoakFaults } from "./faults.ts";
import { measureTask } from "./measure-task.ts";
import { OperationGate } from "./operation-gate.ts";
import { runRandomOperation } from "./operations.ts";
import { readOptions, type SoakOptions } from "./options.ts";
import { runAtFullSpeed, runAtRate } from "./pace.ts";
import { compareFinalState, populate } from "./populate.ts";
import { Population } from "./population.ts";
import { logProgress, startProgressLog } from "./progress.ts";
import {
  growthCheckMinutesMin,
  memoryGrowth,
  memoryGrowthMax,
  render,
  round,
  type SoakResults,
  storeGrowth,
  storeGrowthMax,
  summarize,
} from "./report.ts";
import { Samples } from "./samples.ts";
import { SoakServer } from "./server.ts";
import { SoakClients } from "./soak-clients.ts";
import type { SoakContext } from "./soak-context.ts";
import { Watchers } from "./watchers.ts";

const calibrationMs = 20_000;
const calibrationClients = 48;

const faults = new SoakFaults();
const report = (fault: string): void => faults.add(fault);
process.on("uncaughtException", (error) => report(`error in the soak tool: ${error.stack}`));
process.on("unhandledRejection", (error) => report(`error in the soak tool: ${String(error)}`));

function judge(samples: Samples): void {
  const slope = memoryGrowth(samples);
  if (slope > memoryGrowthMax) report(`memory grows by ${round(slope)} MB in 10 minutes`);
  const growth = storeGrowth(samples);
  if (growth > storeGrowthMax) report(`the store has grown to ${round(growth)} times its size`);
}

async function soak({ minutes, load, seed }: SoakOptions): Promise<SoakResults> {
  const random = seededRandom(seed);
  await using server = await SoakServer.start(faults);
  const { address } = server;
  await using clients = new SoakClients(address, random);
  const population = new Population(random);
  const histories = await populate(clients, population, report);
  const acknowledge: SoakContext["acknowledge"] = (write) => {
    for (const history of histories) history.acknowledge(write);
  };
  const context: SoakContext = { clients, population, histories, random, report, acknowledge };
  const gate = new OperationGate();
  const operation = (): Promise<void> =>
    gate.run(() => faults.runAndRecord("an operation", () => runRandomOperation(context)));
  logProgress(
    `server ${server.pid}, seed ${seed}; ${population.slots.length} objects were created; measuring the maximum throughput`,
  );
  await using watchers = new Watchers({ address, histories, random, report });
  const fast = await measureTask(server, () => runAtFullSpeed(operation, calibrationClients, calibrationMs));
  const calibration = { ...fast, operationsPerSecond: fast.result };
  const perSecond = calibration.operationsPerSecond * load;
  logProgress(
    `${Math.round(calibration.operationsPerSecond)} operations/s; continuing with ${Math.round(perSecond)}/s for ${minutes} minutes`,
  );

  clients.reset();
  const eventsBefore = watchers.tallies.events;
  using samples = new Samples(server, gate);
  const progress = startProgressLog({ clients, watchers, samples, faults }, minutes > 5 ? 30_000 : 10_000);
  const stop = new AbortController();
  const end = setTimeout(() => stop.abort(), minutes * 60_000);
  const watchdog = setInterval(() => server.isRunning || stop.abort(), 1000);
  const paced = await measureTask(server, () => runAtRate(operation, perSecond, stop.signal));
  for (const timer of [end, watchdog, progress]) clearTimeout(timer);
  samples[Symbol.dispose]();
  watchers.tallies.events -= eventsBefore;
  logProgress("waiting until all watchers have received all events");
  await watchers.settle();
  await faults.runAndRecord("the final comparison", () => compareFinalState(context));
  if (minutes >= growthCheckMinutesMin) judge(samples);
  await watchers[Symbol.asyncDispose]();
  await pause(100);
  await server.stop();
  return {
    minutes,
    load,
    seed,
    watchers: watchers.size,
    calibration,
    operationsPerSecond: paced.result.startedCount / paced.seconds,
    lateOperations: paced.result.skippedCount,
    requests: clients.requestCount,
    seconds: paced.seconds,
    serverCpu: paced.serverCpu,
    clientCpu: paced.clientCpu,
    reads: clients.reads,
    writes: clients.writes,
    tallies: watchers.tallies,
    logged: server.logLineCounts,
    samples,
    faults,
  };
}

const outcome = await soak(readOptions());
const path = join(import.meta.dirname, "../../.cache/soak.json");
writeFileSync(path, `${JSON.stringify(summarize(outcome), undefined, 2)}\n`);
process.stdout.write(`\n${render(outcome)}\n\n`);
process.exit(faults.count === 0 ? 0 : 1);

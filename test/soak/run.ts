/**
 * `npm run soak`: an hour of half the load that the built server can serve, with 200 watchers, slow clients and churn.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../../src/base/random.ts";
import { Audience } from "./audience.ts";
import { costOf } from "./cost.ts";
import { Faults } from "./faults.ts";
import { operate } from "./mix.ts";
import { readOptions, type SoakOptions } from "./options.ts";
import { asFastAsDone, atAPace } from "./pace.ts";
import { compareAtLast, populate } from "./populate.ts";
import { Population } from "./population.ts";
import { say, tellProgress } from "./progress.ts";
import {
  judgedMinutes,
  type Outcome,
  render,
  round,
  slopeLimit,
  slopeOfKept,
  storeGrowth,
  storeGrowthLimit,
  summarize,
} from "./report.ts";
import { Rest } from "./rest.ts";
import { Samples } from "./samples.ts";
import { SoakServer } from "./server.ts";
import { Traffic } from "./traffic.ts";
import type { World } from "./world.ts";

const calibrationMs = 20_000;
const calibrationClients = 48;

const faults = new Faults();
const report = (fault: string): void => faults.add(fault);
process.on("uncaughtException", (error) => report(`in the soak itself: ${error.stack}`));
process.on("unhandledRejection", (error) => report(`in the soak itself: ${String(error)}`));

function judge(samples: Samples): void {
  const slope = slopeOfKept(samples);
  if (slope > slopeLimit) report(`memory grows by ${round(slope)} MB in 10 minutes`);
  const growth = storeGrowth(samples);
  if (growth > storeGrowthLimit) report(`the store has grown to ${round(growth)} times its size`);
}

async function soak({ minutes, load, seed }: SoakOptions): Promise<Outcome> {
  const random = seededRandom(seed);
  await using server = await SoakServer.start(faults);
  const { address } = server;
  await using traffic = new Traffic(address, random);
  const population = new Population(random);
  const chronicles = await populate(traffic, population, report);
  const acknowledge: World["acknowledge"] = (write) => {
    for (const chronicle of chronicles) chronicle.acknowledge(write);
  };
  const world: World = { traffic, population, chronicles, random, report, acknowledge };
  const rest = new Rest();
  const operation = (): Promise<void> => rest.during(() => faults.during("an operation", () => operate(world)));
  say(
    `server ${server.pid}, seed ${seed}; ${population.slots.length} objects are there; finding out what the server can do`,
  );
  await using audience = new Audience({ address, chronicles, random, report });
  const fast = await costOf(server, () => asFastAsDone(operation, calibrationClients, calibrationMs));
  const calibration = { ...fast, operationsPerSecond: fast.result };
  const perSecond = calibration.operationsPerSecond * load;
  say(
    `${Math.round(calibration.operationsPerSecond)} operations/s; going on with ${Math.round(perSecond)} for ${minutes} minutes`,
  );

  traffic.reset();
  const eventsBefore = audience.tallies.events;
  using samples = new Samples(server, rest);
  const progress = tellProgress({ traffic, audience, samples, faults }, minutes > 5 ? 30_000 : 10_000);
  const stop = new AbortController();
  const end = setTimeout(() => stop.abort(), minutes * 60_000);
  const watchdog = setInterval(() => server.isRunning || stop.abort(), 1000);
  const paced = await costOf(server, () => atAPace(operation, perSecond, stop.signal));
  for (const timer of [end, watchdog, progress]) clearTimeout(timer);
  samples[Symbol.dispose]();
  audience.tallies.events -= eventsBefore;
  say("waiting until everybody has seen everything");
  await audience.settle();
  await faults.during("the last look", () => compareAtLast(world));
  if (minutes >= judgedMinutes) judge(samples);
  await audience[Symbol.asyncDispose]();
  await pause(100);
  await server.stop();
  return {
    minutes,
    load,
    seed,
    watchers: audience.size,
    calibration,
    operationsPerSecond: paced.result.begun / paced.seconds,
    lateOperations: paced.result.late,
    requests: traffic.requests,
    seconds: paced.seconds,
    serverCpu: paced.serverCpu,
    clientCpu: paced.clientCpu,
    reads: traffic.reads,
    writes: traffic.writes,
    tallies: audience.tallies,
    logged: server.logged,
    samples,
    faults,
  };
}

const outcome = await soak(readOptions());
const path = join(import.meta.dirname, "../../.cache/soak.json");
writeFileSync(path, `${JSON.stringify(summarize(outcome), undefined, 2)}\n`);
process.stdout.write(`\n${render(outcome)}\n\n`);
process.exit(faults.count === 0 ? 0 : 1);

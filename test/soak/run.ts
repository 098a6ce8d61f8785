/**
 * `npm run soak`: an hour of half the load that the built server can serve, with 200 watchers, slow clients and churn.
 *
 *     npm run soak                     an hour
 *     npm run soak -- --minutes=2      a short look; memory is judged from 20 minutes on
 *     npm run soak -- --seed=1         the same choices as in another run
 *
 * Ends with 1 when an event was missed, doubled or misplaced, an answer was not what it must be, the server logged an error,
 * or its memory or its store grew. The figures are in .cache/soak.json.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../../src/base/random.ts";
import { Audience } from "./audience.ts";
import { Chronicle } from "./chronicle.ts";
import { Faults } from "./faults.ts";
import { listScope } from "./lists.ts";
import { operate } from "./mix.ts";
import { readOptions, type SoakOptions } from "./options.ts";
import { asFastAsDone, atAPace } from "./pace.ts";
import { Population } from "./population.ts";
import {
  judgedMinutes,
  type Outcome,
  render,
  round,
  slopeLimit,
  slopeOfMemory,
  storeGrowth,
  storeGrowthLimit,
  summarize,
} from "./report.ts";
import { Samples } from "./samples.ts";
import { namespaces, scopes } from "./scopes.ts";
import { SoakServer } from "./server.ts";
import { Traffic } from "./traffic.ts";
import type { World } from "./world.ts";
import { keyOf } from "./write.ts";
import { create } from "./writes.ts";

const calibrationMs = 20_000;
const calibrationClients = 48;
const load = 0.5;

const faults = new Faults();
const report = (fault: string): void => faults.add(fault);
process.on("uncaughtException", (error) => report(`in the soak itself: ${error.stack}`));
process.on("unhandledRejection", (error) => report(`in the soak itself: ${String(error)}`));

function say(text: string): void {
  process.stderr.write(`soak: ${text}\n`);
}

/** The objects, and what every scope holds of them. */
async function populate(traffic: Traffic, population: Population): Promise<Chronicle[]> {
  for (const name of namespaces) await traffic.ask(201, "/api/v1/namespaces", { body: { metadata: { name } } });
  const world = { traffic, population, chronicles: [], random: seededRandom(1), report, acknowledge: () => undefined };
  const rest = [...population.slots];
  const fill = async (): Promise<void> => {
    for (let slot = rest.pop(); slot; slot = rest.pop()) await create(world, slot);
  };
  await Promise.all(Array.from({ length: 16 }, fill));
  const chronicles: Chronicle[] = [];
  for (const scope of scopes) {
    const { json } = await traffic.ask(200, `${scope.path}?${scope.query}`);
    const items = json.items as { metadata: { namespace: string; name: string; resourceVersion: string } }[];
    const state = new Map(items.map(({ metadata }) => [keyOf(metadata), Number(metadata.resourceVersion)]));
    chronicles.push(new Chronicle(scope, Number(json.metadata.resourceVersion), state, report));
  }
  return chronicles;
}

/** What a piece of work cost, in shares of a core. */
async function costOf<T>(server: SoakServer, work: () => Promise<T>): Promise<Cost<T>> {
  const begunMs = performance.now();
  const before = server.figures().cpuSeconds;
  const own = process.cpuUsage();
  const result = await work();
  const seconds = (performance.now() - begunMs) / 1000;
  const { user, system } = process.cpuUsage(own);
  const serverCpu = (server.figures().cpuSeconds - before) / seconds;
  return { result, seconds, serverCpu, clientCpu: (user + system) / 1e6 / seconds };
}

interface Cost<T> {
  readonly result: T;
  readonly seconds: number;
  readonly serverCpu: number;
  readonly clientCpu: number;
}

function tellProgress(world: World, audience: Audience, samples: Samples, everyMs: number): NodeJS.Timeout {
  let events = 0;
  let requests = 0;
  return setInterval(() => {
    const sample = samples.all.at(-1);
    if (!sample) return;
    const perSecond = (count: number): number => Math.round((count * 1000) / everyMs);
    say(
      `${(sample.seconds / 60).toFixed(1)} min: ${perSecond(world.traffic.requests - requests)} requests/s, ` +
        `${perSecond(audience.tallies.events - events)} events/s, memory ${(sample.anonymousBytes / 1e6).toFixed(1)} MB, ` +
        `store ${(sample.storeBytes / 1e6).toFixed(1)} MB, ${audience.tallies.gone} gone, ${audience.tallies.endedForLag} lagged, ` +
        `${faults.count} faults`,
    );
    events = audience.tallies.events;
    requests = world.traffic.requests;
  }, everyMs);
}

/** When everything is quiet, the server has exactly what was written last. */
async function compareAtLast({ traffic, chronicles, population }: World): Promise<void> {
  for (const chronicle of chronicles) await listScope((target) => traffic.ask(200, target), chronicle, 500, report);
  for (const slot of population.slots) {
    const key = keyOf(slot);
    const chronicle = chronicles.find(
      ({ scope }) => scope.name === (slot.resource === "configmaps" ? "all" : slot.resource),
    );
    const version = chronicle?.stateAt(Number.POSITIVE_INFINITY).get(key);
    if (version !== slot.version)
      report(`${slot.resource} ${key} is at ${version}, and was written at ${slot.version}`);
  }
}

function judge(samples: Samples): void {
  const slope = slopeOfMemory(samples);
  if (slope > slopeLimit) report(`memory grows by ${round(slope)} MB in 10 minutes`);
  const growth = storeGrowth(samples);
  if (growth > storeGrowthLimit) report(`the store has grown to ${round(growth)} times its size`);
}

async function soak({ minutes, seed }: SoakOptions): Promise<Outcome> {
  const random = seededRandom(seed);
  await using server = await SoakServer.start(faults);
  const { address } = server;
  await using traffic = new Traffic(address, random);
  const population = new Population(random);
  const chronicles = await populate(traffic, population);
  const acknowledge: World["acknowledge"] = (write) => {
    for (const chronicle of chronicles) chronicle.acknowledge(write);
  };
  const world: World = { traffic, population, chronicles, random, report, acknowledge };
  const operation = (): Promise<void> => faults.during("an operation", () => operate(world));
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
  using samples = new Samples(server);
  const progress = tellProgress(world, audience, samples, minutes > 5 ? 30_000 : 10_000);
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

const outcome = await soak(readOptions(process.argv.slice(2)));
const path = join(import.meta.dirname, "../../.cache/soak.json");
writeFileSync(path, `${JSON.stringify(summarize(outcome), undefined, 2)}\n`);
process.stdout.write(`\n${render(outcome)}\n\n`);
process.exit(faults.count === 0 ? 0 : 1);

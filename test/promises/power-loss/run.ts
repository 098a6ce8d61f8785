/** Implements `npm run promises:power`: cuts the power at random moments, and checks what a new server finds. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newSeed, seededRandom } from "../../../src/base/random.ts";
import { buildProgram } from "../../support/orch-process.ts";
import { readToolOptions } from "../../support/tool-arguments.ts";
import { checkHistory } from "../checker/check-history.ts";
import { Floors } from "../checker/floors.ts";
import { Versions } from "../checker/versions.ts";
import type { History } from "../history/history.ts";
import { ClientPool } from "../recorder/client-pool.ts";
import { perform } from "../recorder/perform.ts";
import { record } from "../recorder/record.ts";
import { ProcessSystem } from "../setups/process-system.ts";
import type { DiskOperation } from "./disk-operation.ts";
import { DiskTrace, whyTracingIsImpossible } from "./disk-trace.ts";
import { imageAfterPowerLoss, type PowerLoss } from "./image.ts";

const usage = `Records histories while all writes to the data file are traced. Then cuts the power at random moments: the file
gets everything that was synced, and any pages of the rest. A server must find all writes that were acknowledged before.

    npm run promises:power                    50 power losses, in about three minutes
    npm run promises:power -- --losses=1000   more
    npm run promises:power -- --seed=1        the same random choices as in another run

It needs strace, and the right to trace other processes.`;

const options = readToolOptions(usage, {
  losses: { takes: "a whole number", default: "50" },
  histories: { takes: "a whole number", default: "6" },
  seed: { takes: "a whole number", default: String(1 + (newSeed() >>> 1)) },
});

const folder = join(import.meta.dirname, "../../../.cache");
const progressEvery = 10;
/** Responses within this time before the power loss are not required, because two clocks measured them. */
const clockToleranceMs = 1;

interface TracedRun {
  readonly histories: readonly History[];
  readonly operations: readonly DiskOperation[];
  /** Data file at the beginning of the trace. */
  readonly base: Buffer;
  /** Copy of the data directory. */
  readonly dataDir: string;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function namespaceOf(index: number): string {
  return `history-${index}`;
}

async function traceHistories(seed: number, work: string): Promise<TracedRun> {
  await using system = await ProcessSystem.start({ folder });
  const file = join(system.dataDir, "store/data.mdb");
  const trace = await DiskTrace.begin(system.pid, file, join(work, "trace"));
  const base = readFileSync(file);
  await using pool = new ClientPool(system);
  const sizes = { clients: 6, watchers: 1, keys: 4, requestsPerClient: 20, fault: undefined };
  const histories = await Promise.all(
    Array.from({ length: options.number("histories") }, (_, index) =>
      record(pool, { seed: seed + index, namespace: namespaceOf(index), ...sizes }),
    ),
  );
  const operations = await trace.end();
  const dataDir = join(work, "data");
  cpSync(system.dataDir, dataDir, { recursive: true });
  rmSync(join(dataDir, "store/lock.mdb"), { force: true });
  return { histories, operations, base, dataDir };
}

/** Cuts the power once. @returns the problem */
async function losePower(run: TracedRun, loss: PowerLoss): Promise<string | undefined> {
  const { operations, base, dataDir, histories } = run;
  const { count } = loss;
  writeFileSync(join(dataDir, "store/data.mdb"), imageAfterPowerLoss(base, operations, loss));
  await using system = await ProcessSystem.start({ folder, copiedFrom: dataDir });
  await using pool = new ClientPool(system);
  const lostAt = (operations[count - 1]?.endedAt ?? 0) - performance.timeOrigin - clockToleranceMs;
  const found = await listAll(pool, histories.length);
  return problemWith(histories, lostAt, found);
}

/** Returns the found objects of each history as text. */
async function listAll(pool: ClientPool, count: number): Promise<string[]> {
  const random = seededRandom(0);
  const request = { kind: "list", point: { kind: "latest" }, tier: undefined, limit: undefined } as const;
  const found: string[] = [];
  for (let index = 0; index < count; index++) {
    const outcome = await pool.withClient(random, (client) => perform(client, namespaceOf(index), request));
    if (outcome.kind !== "list") throw new Error(`history ${index} could not be listed: ${JSON.stringify(outcome)}`);
    found.push(textOf(outcome.pages.flatMap(({ items }) => items)));
  }
  return found;
}

function textOf(items: Iterable<{ readonly key: string; readonly revision: number; readonly value: string }>): string {
  const parts = [...items].map(({ key, revision, value }) => `${key}=${value} at ${revision}`);
  return parts.sort().join(", ");
}

/** The found objects must be the state at one revision, which includes all acknowledged writes. */
function problemWith(histories: readonly History[], lostAt: number, found: readonly string[]): string | undefined {
  const versions = histories.map((history) => new Versions(history));
  const floors = histories.map((history, index) => {
    const deletions = (uid: string): number | undefined => versions[index]?.deletionOf(uid)?.revision;
    return new Floors(history, deletions).before(lostAt);
  });
  const floor = Math.max(...floors);
  const revisions = versions.flatMap(({ ordered }) => ordered.map(({ revision }) => revision));
  const candidates = [floor, ...revisions.filter((revision) => revision > floor)];
  const isState = (at: number): boolean =>
    versions.every((one, index) => textOf(one.stateAt(at, undefined).values()) === found[index]);
  if (candidates.some(isState)) return undefined;
  return `the found objects are not the state at revision ${floor} or later:\n${found.join("\n")}`;
}

/** Number of confirmed syncs that the lying disk of the control does not perform. */
const lostSyncs = 6;

/** Checks the check itself: a disk that loses what it has confirmed must cause a problem. */
async function requireDetection(run: TracedRun): Promise<void> {
  const loss: PowerLoss = { count: run.operations.length, random: { below: () => 1 }, lostSyncs };
  const problem = await losePower(run, loss);
  if (problem === undefined) throw new Error(`a disk that loses its last ${lostSyncs} syncs was not noticed`);
  say(`a disk that loses its last ${lostSyncs} syncs is noticed`);
}

const why = whyTracingIsImpossible();
if (why !== undefined) {
  say(`skipped: ${why}`);
  process.exit(0);
}
const seed = options.number("seed");
const random = seededRandom(seed);
const work = mkdtempSync(join(folder, "power-loss-"));
let problems = 0;
try {
  await buildProgram();
  const run = await traceHistories(seed, work);
  const violations = run.histories.flatMap(checkHistory);
  if (violations.length > 0) throw new Error(`the histories violate promises already: ${violations[0]?.message}`);
  const written = run.operations.filter(({ kind }) => kind === "write").length;
  say(`seed ${seed}: traced ${written} writes and ${run.operations.length - written} syncs`);
  await requireDetection(run);
  for (let loss = 1; loss <= options.number("losses"); loss++) {
    const count = 1 + random.below(run.operations.length);
    const problem = await losePower(run, { count, random });
    if (problem !== undefined) say(`VIOLATION after operation ${count} of the disk: ${problem}`);
    if (problem !== undefined) problems++;
    if (loss % progressEvery === 0) say(`${loss} power losses, ${problems} with lost or wrong objects`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = problems === 0 ? 0 : 1;

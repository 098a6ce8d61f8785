/** Measures in-process servers. A separate program, which uses the built package and prints its figures as JSON. */
import { readFileSync } from "node:fs";
import { builtModule } from "./built-module.ts";

const { startServer } = await builtModule<typeof import("../../src/app/server.ts")>("app/server");

const objectCount = 10_000;
const serverCount = 200;
const rounds = 20;
const maps = "/api/v1/namespaces/default/configmaps";

/** Returns the median duration of the second half of the rounds. The first half lets V8 compile the code. */
async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const roundStartMs = performance.now();
    await work();
    durations.push(performance.now() - roundStartMs);
  }
  const warmDurations = durations.slice(rounds / 2).sort((a, b) => a - b);
  return warmDurations[Math.floor(warmDurations.length / 2)] ?? Number.NaN;
}

function residentBytes(): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "latin1"))?.[1]) * 1024;
}

const startMs = await medianMs(async () => {
  const server = await startServer();
  await server.close();
});

const before = residentBytes();
const servers = await Promise.all(Array.from({ length: serverCount }, () => startServer()));
const perServerBytes = (residentBytes() - before) / serverCount;
for (const server of servers) await server.close();

const server = await startServer();
for (let index = 0; index < objectCount; index++) {
  const answer = await server.request(maps, { body: { metadata: { name: `m-${index}` }, data: { text: "x" } } });
  if (answer.status !== 201) throw new Error(`a create returned status ${answer.status}, not 201`);
}
const readOne = async (targetServer: typeof server): Promise<void> => {
  const { status } = await targetServer.request(`${maps}/m-${objectCount - 1}`);
  if (status !== 200) throw new Error(`a get returned status ${status}, not 200`);
};
await readOne(server);
const snapshot = server.snapshot();
const snapshotMs = await medianMs(async () => server.snapshot());
const restoreMs = await medianMs(async () => {
  await server.restore(snapshot);
  await readOne(server);
});
const forks: (typeof server)[] = [];
const forkMs = await medianMs(async () => {
  const fork = await server.fork();
  forks.push(fork);
  await readOne(fork);
});
for (const fork of forks) await fork.close();
await server.close();
process.stdout.write(JSON.stringify({ startMs, perServerBytes, snapshotMs, restoreMs, forkMs }));

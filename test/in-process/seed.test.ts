/** Reproducible servers: with a seed and a manual clock, every run creates the same objects. */
import { expect, test } from "vitest";
import { type ManualClock, type RunningServer, seededRandom } from "../../src/app/server.ts";
import { mapsPath } from "../support/config-maps.ts";
import { startStoredServer } from "../support/stored-server.ts";
import { StoreClock } from "../support/test-store.ts";
import type { WatchEventDocument } from "../support/wire-client.ts";

type ApiDocument = WatchEventDocument["object"];

interface RunOptions {
  readonly seed: number;
  /** Called after each write with the server of the run. */
  readonly between?: (server: RunningServer<ManualClock>) => Promise<unknown>;
}

const start = (seed: number, engine?: "memory"): Promise<RunningServer<ManualClock>> =>
  startStoredServer({ clock: new StoreClock(), random: seededRandom(seed), ...(engine ? { engine } : {}) });
const list = async (server: RunningServer, target: string): Promise<ApiDocument[]> =>
  (await (await server.request(target)).json<{ items: ApiDocument[] }>()).items;

/** Creates three objects with generated names, one per minute. */
async function createThree(server: RunningServer<ManualClock>, between: RunOptions["between"]): Promise<void> {
  for (let index = 0; index < 3; index++) {
    await server.clock.advance("1m");
    const body = { metadata: { generateName: "map-" }, data: { index: `${index}` } };
    expect((await server.request(mapsPath, { body })).status).toBe(201);
    await between?.(server);
  }
}

/** Replaces resource versions by their distance to the lowest one. A store in etcd does not begin with version 1. */
function withRelativeVersions(objects: readonly ApiDocument[]): readonly ApiDocument[] {
  const first = Math.min(...objects.map(({ metadata }) => Number(metadata.resourceVersion)));
  return objects.map((object) => {
    const resourceVersion = String(Number(object.metadata.resourceVersion) - first);
    return { ...object, metadata: { ...object.metadata, resourceVersion } };
  });
}

/** Returns all objects of a run, including the initial namespaces. */
async function run({ seed, between }: RunOptions): Promise<readonly ApiDocument[]> {
  await using server = await start(seed);
  await createThree(server, between);
  return withRelativeVersions([...(await list(server, "/api/v1/namespaces")), ...(await list(server, mapsPath))]);
}

test("names, uids and times are the same in every run with the same seed", async () => {
  const first = await run({ seed: 7 });
  expect(first).toHaveLength(4 + 3);
  expect(new Set(first.map(({ metadata }) => metadata.uid)).size).toBe(7);
  expect(await run({ seed: 7 })).toEqual(first);
  const generated = first.slice(4);
  for (const { metadata } of generated) expect(metadata.name).toMatch(/^map-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  expect(Object.fromEntries(generated.map(({ metadata, data }) => [data.index, metadata.creationTimestamp]))).toEqual({
    0: "2025-01-01T00:01:00Z",
    1: "2025-01-01T00:02:00Z",
    2: "2025-01-01T00:03:00Z",
  });
});

test("names and uids differ between seeds", async () => {
  const first = await run({ seed: 7 });
  const second = await run({ seed: 8 });
  const own = ({ metadata }: ApiDocument): string[] => [metadata.uid, metadata.name];
  const names = new Set(first.slice(4).flatMap(own));
  expect(
    second
      .slice(4)
      .flatMap(own)
      .filter((name) => names.has(name)),
  ).toEqual([]);
});

test("names and uids do not depend on reads, watches and failed requests in between", async () => {
  let reads = 0;
  const between = async (server: RunningServer<ManualClock>): Promise<void> => {
    for (reads++; reads % 5 !== 0; reads++) await (await server.request(mapsPath)).text();
    await (await server.request(`${mapsPath}/missing`)).text();
    const watch = await server.request(`${mapsPath}?watch=1&allowWatchBookmarks=true`);
    await watch.body[Symbol.asyncIterator]().return?.();
  };
  expect(await run({ seed: 7, between })).toEqual(await run({ seed: 7 }));
});

test("a fork and a restored server create the objects that the original would have created", async () => {
  // Only a store in memory supports snapshots.
  await using original = await start(7, "memory");
  await createThree(original, undefined);
  const snapshot = original.snapshot();
  await using fork = await original.fork();
  await createThree(original, undefined);
  await createThree(fork, undefined);
  const expected = (await list(original, mapsPath)).map(({ metadata }) => [metadata.name, metadata.uid]);
  expect((await list(fork, mapsPath)).map(({ metadata }) => [metadata.name, metadata.uid])).toEqual(expected);
  await original.restore(snapshot);
  await createThree(original, undefined);
  expect((await list(original, mapsPath)).map(({ metadata }) => [metadata.name, metadata.uid])).toEqual(expected);
});

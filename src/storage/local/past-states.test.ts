import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import { newSeed, seededRandom } from "../../base/random.ts";
import type { Engine } from "../engine.ts";
import { openLmdbEngine } from "../lmdb/index.ts";
import { openMemoryEngine } from "../memory/memory-engine.ts";
import { textOf } from "../testing/engine-under-test.ts";
import { TemporaryDirectory } from "../testing/temporary-directory.ts";

const valueBytes = 1000;
const seed = newSeed();
const all = { before: Number.POSITIVE_INFINITY, limit: 1000 };

let directory: TemporaryDirectory;
let clock: ManualClock;
let engine: Engine;

beforeEach(() => {
  directory = new TemporaryDirectory();
  clock = new ManualClock();
});

afterEach(async () => {
  expect(await engine.check()).toEqual([]);
  await engine[Symbol.asyncDispose]();
  directory[Symbol.dispose]();
});

const openers = {
  memory: async (historyBytesMax: number): Promise<Engine> => openMemoryEngine({ clock, historyBytesMax }),
  LMDB: (historyBytesMax: number): Promise<Engine> =>
    openLmdbEngine({ path: directory.path, identity: { vocabulary: "orch" }, clock, historyBytesMax }),
};

/** Writes one key again and again, once in a second. */
async function writeOften(count: number): Promise<void> {
  let { revision = 0 } = (await engine.get("/a")) ?? {};
  for (let index = 0; index < count; index++) {
    revision = await engine.put("/a", Buffer.alloc(valueBytes, `${index % 10}`), revision);
    await clock.advance(1000);
  }
}

describe.each(["memory", "LMDB"] as const)("history of the %s engine", (name) => {
  test("values before the compacted revision are kept up to the limit of their size", async () => {
    engine = await openers[name](20 * valueBytes);
    await writeOften(100);
    await engine.compact(90);
    expect(engine.compactedRevision).toBe(90);
    await expect(engine.get("/a", 89)).rejects.toMatchObject({ code: "compacted", revision: 90 });
    const { revision: oldest } = await engine.past.oldest();
    expect(oldest).toBeGreaterThan(65);
    expect(oldest).toBeLessThan(80);
    expect(textOf((await engine.past.get("/a", 80))?.value)).toBe("9".repeat(valueBytes));
    await expect(engine.past.get("/a", oldest - 1)).rejects.toMatchObject({ code: "compacted", revision: oldest });
    const { changes, more } = await engine.past.changesOf("/a", all);
    expect(changes.map(({ revision }) => revision)).toEqual(
      Array.from({ length: 100 - oldest }, (_, index) => 100 - index),
    );
    expect([more, changes.at(-1)?.isPreviousRemoved]).toEqual([false, false]);
    await writeOften(20);
    await engine.compact(115);
    expect((await engine.past.oldest()).revision).toBe(oldest + 25);
  });

  test("a limit of 0 removes all values that a compaction passes", async () => {
    engine = await openers[name](0);
    await writeOften(10);
    await engine.compact(8);
    expect((await engine.past.oldest()).revision).toBe(8);
  });

  test("watches and lists cannot use kept values before the compacted revision", async () => {
    engine = await openers[name](1e9);
    await writeOften(10);
    await engine.compact(8);
    const watch = engine.watch("/", { after: 7, signal: new AbortController().signal });
    await expect(watch[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "compacted", revision: 8 });
    await expect(engine.range("/", { at: 7 })).rejects.toMatchObject({ code: "compacted", revision: 8 });
    expect((await engine.past.range("/", { at: 7 })).entries).toHaveLength(1);
  });

  test("a revision has the time of its commit, and a time the newest revision before it", async () => {
    engine = await openers[name](1e9);
    const startMs = clock.nowMs();
    await writeOften(10);
    expect((await engine.past.changesOf("/a", all)).changes.map(({ timeMs }) => timeMs)).toEqual(
      Array.from({ length: 10 }, (_, index) => startMs + (9 - index) * 1000),
    );
    expect(await engine.past.revisionAt(startMs - 1)).toBeUndefined();
    expect(await engine.past.revisionAt(startMs)).toBe(1);
    expect(await engine.past.revisionAt(startMs + 4999)).toBe(5);
    expect(await engine.past.revisionAt(startMs + 5000)).toBe(6);
    expect(await engine.past.revisionAt(startMs + 1e9)).toBe(10);
    await engine.compact(10);
    expect(await engine.past.oldest()).toEqual({ revision: 0, timeMs: startMs, limit: "size" });
  });

  test("times do not decrease when the clock of the machine is set back", async () => {
    engine = await openers[name](1e9);
    await writeOften(3);
    const { changes } = await engine.past.changesOf("/a", all);
    clock.setNowMs(clock.nowMs() - 3_600_000);
    await writeOften(3);
    const later = (await engine.past.changesOf("/a", all)).changes;
    expect(later.slice(0, 3).map(({ timeMs }) => timeMs)).toEqual(Array(3).fill(changes[0]?.timeMs));
  });

  test(`many writes and compactions in a random order keep exactly the states that are not removed (seed ${seed})`, async () => {
    const random = seededRandom(seed);
    engine = await openers[name](30 * valueBytes);
    const values = new Map<number, string | undefined>();
    let revision = 0;
    for (let round = 0; round < 300; round++) {
      const text = String(round).padEnd(50 + random.below(valueBytes), "x");
      const isDeleted = revision > 0 && random.below(5) === 0;
      const written = isDeleted
        ? await engine.delete("/a", revision)
        : await engine.put("/a", Buffer.from(text), revision);
      revision = isDeleted ? 0 : written;
      values.set(written, isDeleted ? undefined : text);
      await clock.advance(random.below(400));
      if (random.below(20) === 0) await engine.compact(Math.max(1, engine.revision - random.below(30)));
    }
    const { revision: oldest } = await engine.past.oldest();
    expect(oldest).toBeGreaterThan(0);
    for (const [at, text] of values) {
      if (at < oldest) await expect(engine.past.get("/a", at)).rejects.toMatchObject({ code: "compacted" });
      else expect(textOf((await engine.past.get("/a", at))?.value), `revision ${at}`).toBe(text);
    }
  });
});

test("history and its limits continue when a store is opened again", async () => {
  engine = await openers.LMDB(20 * valueBytes);
  await writeOften(50);
  await engine.compact(40);
  const oldest = await engine.past.oldest();
  await engine[Symbol.asyncDispose]();
  engine = await openers.LMDB(20 * valueBytes);
  expect(engine.compactedRevision).toBe(40);
  expect(await engine.past.oldest()).toEqual(oldest);
  await writeOften(10);
  await engine.compact(50);
  expect((await engine.past.oldest()).revision).toBeCloseTo(oldest.revision + 10, -0.5);
});

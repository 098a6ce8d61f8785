import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deferred } from "../../base/deferred.ts";
import { StorageError } from "../errors.ts";
import {
  groupBytesMax,
  groupWritesMax,
  historyBytesPerTurn,
  historyRecordsPerTurn,
  rangeKeysPerTurn,
  recentBytesMax,
  recentChangesMax,
  waitingBytesMax,
  waitingWritesMax,
} from "../limits.ts";
import { Observation } from "../testing/observe.ts";
import { noSpaceLeft, TestLedger } from "../testing/test-ledger.ts";
import type { CompactionStep, LogRecord } from "./ledger.ts";
import { LocalEngine } from "./local-engine.ts";

const value = Buffer.from("x");

describe("a commit that fails", () => {
  test("a failed commit fails its whole group, including rejected writes, and takes no revision", async () => {
    const ledger = new TestLedger();
    await using engine = new LocalEngine(ledger);
    await engine.put("/before", value, 0);
    await using observation = new Observation(engine, "/", 0);
    ledger.failNext(noSpaceLeft);
    const group = await Promise.allSettled([
      engine.put("/a", value, 0),
      engine.put("/b", value, 0),
      engine.put("/before", value, 0),
    ]);
    expect(group.map((outcome) => outcome.status === "rejected" && outcome.reason)).toEqual([
      noSpaceLeft,
      noSpaceLeft,
      noSpaceLeft,
    ]);
    expect(engine.revision).toBe(1);
    expect(await engine.put("/c", value, 0)).toBe(2);
    await observation.untilChanges(2);
    expect(observation.changes.map(({ key }) => key)).toEqual(["/before", "/c"]);
    expect(await engine.check()).toEqual([]);
  });

  test("a failed commit fails the compaction, which can be repeated", async () => {
    const ledger = new TestLedger();
    await using engine = new LocalEngine(ledger);
    await engine.put("/a", value, await engine.put("/a", value, 0));
    ledger.failNext(noSpaceLeft);
    await expect(engine.compact(2)).rejects.toBe(noSpaceLeft);
    expect(ledger.record(1)).toBeDefined();
    await engine.compact(2);
    expect(ledger.record(1)).toBeUndefined();
    expect(await engine.check()).toEqual([]);
  });
});

describe("commit groups", () => {
  test("writes that arrive during a commit form one group", async () => {
    const gate = deferred();
    const ledger = new TestLedger();
    await using engine = new LocalEngine(ledger, { commitGate: () => gate.promise });
    const first = engine.put("/first", value, 0);
    await new Promise(setImmediate);
    const others = Array.from({ length: 30 }, (_, index) => engine.put(`/${index}`, value, 0));
    gate.resolve();
    await Promise.all([first, ...others]);
    expect(ledger.appended).toEqual([1, 30]);
  });

  test("commit groups have a maximum number of writes", async () => {
    const ledger = new TestLedger();
    await using engine = new LocalEngine(ledger);
    const count = 2 * groupWritesMax + 7;
    await Promise.all(Array.from({ length: count }, (_, index) => engine.put(`/${index}`, value, 0)));
    expect(ledger.appended).toEqual([groupWritesMax, groupWritesMax, 7]);
  });

  test("commit groups have a maximum number of bytes, except for a single large write", async () => {
    const ledger = new TestLedger();
    await using engine = new LocalEngine(ledger);
    const half = Buffer.alloc(groupBytesMax / 2);
    const sizes = [half, half, half, Buffer.alloc(groupBytesMax + 1), value, value];
    await Promise.all(sizes.map((bytes, index) => engine.put(`/${index}`, bytes, 0)));
    expect(ledger.appended).toEqual([1, 1, 1, 1, 2]);
  });

  test("writes beyond the limit of waiting writes or bytes are rejected at once", async () => {
    const gate = deferred();
    const openHeld = async (): Promise<LocalEngine> => {
      const engine = new LocalEngine(new TestLedger(), { commitGate: () => gate.promise });
      inFlight.push(engine.put("/in-flight", value, 0));
      await new Promise(setImmediate);
      return engine;
    };
    const inFlight: Promise<number>[] = [];
    const countOf = async (engine: LocalEngine, writes: number, bytes: Buffer): Promise<object> => {
      const outcomes = Array.from({ length: writes }, async (_, index) => {
        const error = await engine.put(`/${index}`, bytes, 0).then(String, (reason: unknown) => reason);
        return error instanceof StorageError ? error.code : String(error);
      });
      const closing = engine[Symbol.asyncDispose]();
      gate.resolve();
      await closing;
      const codes = await Promise.all(outcomes);
      return { closed: codes.filter((code) => code === "closed").length, last: codes.at(-1) };
    };
    const [few, many] = [await openHeld(), await openHeld()];
    const large = Buffer.alloc(8 * 1024 * 1024 - 4);
    expect(await countOf(few, 40, large)).toEqual({ closed: waitingBytesMax / (8 * 1024 * 1024), last: "unavailable" });
    expect(await countOf(many, waitingWritesMax + 1, value)).toEqual({ closed: waitingWritesMax, last: "unavailable" });
    expect(await Promise.all(inFlight)).toEqual([1, 1]);
  });
});

test("bytes of committed writes do not count as waiting", async () => {
  class SmallValueLedger extends TestLedger {
    override append(records: readonly LogRecord[]): Promise<void> {
      return super.append(records.map((record) => ({ ...record, value })));
    }
  }
  await using engine = new LocalEngine(new SmallValueLedger());
  const large = Buffer.alloc(8 * 1024 * 1024);
  const count = 1 + waitingBytesMax / large.length;
  for (let index = 1; index <= count; index++) expect(await engine.put(`/${index}`, large, 0)).toBe(index);
});

describe("watchers of recent changes", () => {
  test("waiting watchers read nothing from the store when other keys are written", async () => {
    const ledger = new TestLedger();
    await using engine = new LocalEngine(ledger);
    await using quiet = new Observation(engine, "/quiet/", 0);
    for (let written = 0; written < 2 * recentChangesMax; written += groupWritesMax) {
      await Promise.all(
        Array.from({ length: groupWritesMax }, (_, index) => engine.put(`/${written + index}`, value, 0)),
      );
    }
    const before = ledger.recordReads;
    await engine.put("/quiet/1", value, 0);
    await quiet.untilChanges(1);
    expect(ledger.recordReads).toBe(before);
  });

  test("watchers that keep up read nothing from the store", async () => {
    const ledger = new TestLedger();
    await using engine = new LocalEngine(ledger);
    await using observation = new Observation(engine, "/", 0);
    for (let index = 0; index < 100; index++) await engine.put(`/${index}`, value, 0);
    await observation.untilChanges(100);
    expect(ledger.recordReads).toBe(0);
  });

  test("watchers report progress only after a progress request", async () => {
    await using engine = new LocalEngine(new TestLedger());
    await using quiet = new Observation(engine, "/quiet/", 0);
    for (let index = 0; index < 10; index++) await engine.put(`/${index}`, value, 0);
    await using late = new Observation(engine, "/quiet/", 0);
    await new Promise(setImmediate);
    expect([quiet.batches, late.batches]).toEqual([[], []]);
    await engine.progress();
    await Promise.all([quiet.untilRevision(10), late.untilRevision(10)]);
    const progress = [{ changes: [], revision: 10 }];
    expect([quiet.batches, late.batches]).toEqual([progress, progress]);
  });
});

/** Returns the number of turns of the event loop while `work` is running. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  const state = { turns: 0, isOver: false };
  const over = work.finally(() => {
    state.isOver = true;
  });
  for (; !state.isOver; state.turns++) await new Promise(setImmediate);
  await over;
  return state.turns;
}

describe("long reads", () => {
  const count = recentChangesMax + 4000;
  let engine: LocalEngine;

  beforeEach(async () => {
    engine = new LocalEngine(new TestLedger());
    await Promise.all(Array.from({ length: count }, (_, index) => engine.put(`/${index}`, value, 0)));
  });

  afterEach(async () => {
    await engine[Symbol.asyncDispose]();
  });

  test("a range of many keys lets other work run", async () => {
    expect(await turnsDuring(engine.range("/"))).toBeGreaterThanOrEqual(Math.floor(count / rangeKeysPerTurn));
  });

  test("a watch from an old revision delivers a limited number of changes at a time and lets other work run", async () => {
    await using observation = new Observation(engine, "/", 0);
    expect(await turnsDuring(observation.untilChanges(count))).toBeGreaterThanOrEqual(
      Math.floor(4000 / historyRecordsPerTurn),
    );
    const fromStore = observation.batches.filter(({ revision }) => revision <= count - recentChangesMax);
    expect(Math.max(...fromStore.map(({ changes }) => changes.length))).toBe(historyRecordsPerTurn);
  });
});

test("a watch from an old revision delivers a limited number of bytes at a time", async () => {
  await using engine = new LocalEngine(new TestLedger());
  const large = Buffer.alloc(historyBytesPerTurn / 8);
  const count = Math.ceil((2 * recentBytesMax) / large.length);
  for (let index = 0; index < count; index++) await engine.put(`/${index}`, large, 0);
  await using observation = new Observation(engine, "/", 0);
  await observation.untilChanges(count);
  expect(observation.batches[0]?.changes).toHaveLength(8);
});

test("a read during a compaction treats compacted deletions as missing keys", async () => {
  const told = deferred();
  /** Like a ledger on disk, it removes the records before it reports the new compacted revision. */
  class LateLedger extends TestLedger {
    #through = 0;

    override get compactedThrough(): number {
      return this.#through;
    }

    override async compact(step: CompactionStep): Promise<void> {
      await super.compact(step);
      await told.promise;
      this.#through = step.through;
    }
  }
  await using engine = new LocalEngine(new LateLedger());
  await engine.delete("/a", await engine.put("/a", value, 0));
  await engine.put("/b", value, 0);
  await engine.put("/a", value, 0);
  const compaction = engine.compact(3);
  await new Promise(setImmediate);
  expect(await engine.get("/a", 3)).toBeUndefined();
  expect((await engine.range("/", { at: 3 })).entries.map(({ key }) => key)).toEqual(["/b"]);
  await using observation = new Observation(engine, "/", 3);
  await observation.untilChanges(1);
  expect(observation.changes).toEqual([{ key: "/a", revision: 4, value, previous: undefined }]);
  told.resolve();
  await compaction;
  expect(await engine.check()).toEqual([]);
});

test("a range shows one state, even if writes and compactions happen meanwhile", async () => {
  await using engine = new LocalEngine(new TestLedger());
  await Promise.all(Array.from({ length: 3000 }, (_, index) => engine.put(`/${index}`, value, 0)));
  const range = engine.range("/");
  await Promise.all(Array.from({ length: 3000 }, (_, index) => engine.delete(`/${index}`, index + 1)));
  await engine.compact(6000);
  expect((await range).revision).toBe(3000);
  expect((await range).entries).toHaveLength(3000);
  expect(await engine.check()).toEqual([]);
});

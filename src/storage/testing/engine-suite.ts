/** What every `Engine` must do; it includes the reader's suite. Every test ends in `engine.check()`. */
import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Deferred, deferred } from "../../base/deferred.ts";
import { newSeed } from "../../base/random.ts";
import type { Engine, Write } from "../engine.ts";
import { StorageError } from "../errors.ts";
import { recentChangesMax } from "../limits.ts";
import { Observation } from "./observe.ts";
import { runRandomOperations } from "./random-operations.ts";
import { describeReader } from "./reader-suite.ts";

export interface EngineTestOptions {
  readonly valueBytesMax?: number;
  /** Awaited between a commit's sync and the moment that anybody hears of it. */
  readonly commitGate?: () => Promise<void>;
}

export interface EngineSubject {
  readonly engine: Engine;
  /** Closes the engine and opens it on the same data; absent when data does not outlive the engine. */
  readonly reopen?: () => Promise<Engine>;
  /** Closes what is open and removes what is left. */
  readonly dispose: () => Promise<void>;
}

export interface EngineSuiteOptions {
  readonly open: (options: EngineTestOptions) => Promise<EngineSubject>;
  /** How many random runs of 300 operations; default 3. */
  readonly randomRuns?: number;
}

const bytes = (text: string): Uint8Array => Buffer.from(text);
const textOf = (value: Uint8Array | undefined): string | undefined => value && Buffer.from(value).toString();

export function describeEngine(name: string, { open, randomRuns = 3 }: EngineSuiteOptions): void {
  describeReader(name, {
    open: async () => {
      const { engine, dispose } = await open({});
      return { reader: engine, writer: engine, check: () => engine.check(), [Symbol.asyncDispose]: dispose };
    },
  });

  describe(`${name} as an engine`, () => {
    let subject: EngineSubject;
    let engine: Engine;
    let isClosed: boolean;

    beforeEach(async () => {
      subject = await open({ valueBytesMax: 64 * 1024 });
      ({ engine } = subject);
      isClosed = false;
    });

    afterEach(async () => {
      const problems = isClosed ? [] : await engine.check();
      await subject.dispose();
      expect(problems).toEqual([]);
    });

    const close = async (): Promise<void> => {
      isClosed = true;
      await engine[Symbol.asyncDispose]();
    };
    const put = (key: string, text: string, expected: number): Promise<number> =>
      engine.put(key, bytes(text), expected);
    const refusal = async (write: Promise<number>): Promise<object> => {
      const error = await write.then(
        (revision) => expect.unreachable(`written at ${revision}`),
        (reason: unknown) => reason,
      );
      if (!(error instanceof StorageError)) throw error;
      const { code, key, current } = error;
      return { code, key, current: current && { value: textOf(current.value), revision: current.revision } };
    };

    describe("revisions", () => {
      test("a new store is at revision 0, and each write takes the next one", async () => {
        expect([engine.revision, engine.compactedRevision]).toEqual([0, 0]);
        const revisions = [
          await put("/a", "1", 0),
          await put("/b", "1", 0),
          await put("/a", "2", 1),
          await engine.delete("/b", 2),
        ];
        expect(revisions).toEqual([1, 2, 3, 4]);
        expect(engine.revision).toBe(4);
      });

      test("concurrent writes take consecutive revisions in the order of their submission", async () => {
        const writes = Array.from({ length: 50 }, (_, index) => put(`/key-${index}`, "x", 0));
        expect(await Promise.all(writes)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
      });

      test("refused writes take no revision", async () => {
        await put("/a", "1", 0);
        const outcomes = await Promise.allSettled([
          put("/a", "2", 0),
          put("/b", "1", 0),
          put("/c", "1", 9),
          put("/d", "1", 0),
        ]);
        expect(outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : "refused"))).toEqual([
          "refused",
          2,
          "refused",
          3,
        ]);
      });

      test("progress is at least as new as every answered write", async () => {
        const revision = await put("/a", "1", 0);
        expect(await engine.progress()).toBeGreaterThanOrEqual(revision);
      });
    });

    describe("conditions", () => {
      test("creating a key that exists is refused with what is there, and changes nothing", async () => {
        const revision = await put("/a", "first", 0);
        expect(await refusal(put("/a", "second", 0))).toEqual({
          code: "key-exists",
          key: "/a",
          current: { value: "first", revision },
        });
        expect(textOf((await engine.get("/a"))?.value)).toBe("first");
        expect(engine.revision).toBe(revision);
      });

      test("updating or deleting a key that does not exist is refused", async () => {
        const absent = { code: "key-not-found", key: "/a", current: undefined };
        expect(await refusal(put("/a", "x", 7))).toEqual(absent);
        expect(await refusal(engine.delete("/a", 7))).toEqual(absent);
        expect(await refusal(engine.delete("/a", 0))).toEqual(absent);
        const first = await put("/a", "x", 0);
        const gone = await engine.delete("/a", first);
        for (const expected of [first, gone]) expect(await refusal(put("/a", "y", expected))).toEqual(absent);
        expect(await refusal(engine.delete("/a", gone))).toEqual(absent);
      });

      test("updating or deleting with another revision than the last is refused with what is there", async () => {
        const first = await put("/a", "first", 0);
        const second = await put("/a", "second", first);
        const conflict = { code: "revision-conflict", key: "/a", current: { value: "second", revision: second } };
        expect(await refusal(put("/a", "third", first))).toEqual(conflict);
        expect(await refusal(put("/a", "third", second + 1))).toEqual(conflict);
        expect(await refusal(engine.delete("/a", first))).toEqual(conflict);
        expect(await refusal(engine.delete("/a", 0))).toEqual(conflict);
      });

      test("a deleted key can be created again", async () => {
        await engine.delete("/a", await put("/a", "first", 0));
        const again = await put("/a", "again", 0);
        expect(again).toBe(3);
        expect(await engine.get("/a")).toMatchObject({ revision: again });
      });

      test("of concurrent creations of one key exactly one succeeds, and the others are told of it", async () => {
        const writes = Array.from({ length: 20 }, (_, index) => put("/a", `writer ${index}`, 0));
        const outcomes = await Promise.allSettled(writes);
        expect(outcomes.filter(({ status }) => status === "fulfilled")).toEqual([{ status: "fulfilled", value: 1 }]);
        expect(await refusal(writes[7] ?? Promise.resolve(0))).toMatchObject({
          code: "key-exists",
          current: { value: "writer 0", revision: 1 },
        });
      });

      test("of concurrent updates from one revision exactly one succeeds", async () => {
        const first = await put("/a", "first", 0);
        const outcomes = await Promise.allSettled(
          Array.from({ length: 20 }, (_, index) => put("/a", `${index}`, first)),
        );
        expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
        expect(textOf((await engine.get("/a"))?.value)).toBe("0");
      });

      test("a write is compared with the writes that were submitted before it, answered or not", async () => {
        const outcomes = await Promise.allSettled([
          put("/a", "first", 0),
          put("/a", "second", 1),
          engine.delete("/a", 2),
          put("/a", "third", 3),
          put("/a", "fourth", 0),
        ]);
        const results = outcomes.map((outcome) =>
          outcome.status === "fulfilled" ? outcome.value : outcome.reason.code,
        );
        expect(results).toEqual([1, 2, 3, "key-not-found", 4]);
        expect(textOf((await engine.get("/a"))?.value)).toBe("fourth");
      });
    });

    describe("writes that are made together", () => {
      const write = (key: string, text: string | undefined, expected: number): Write => ({
        key,
        value: text === undefined ? undefined : bytes(text),
        expected,
      });

      test("take a revision each, and are answered with the last one", async () => {
        await put("/gone", "x", 0);
        expect(await engine.commit([write("/a", "1", 0), write("/gone", undefined, 1), write("/b", "2", 0)])).toBe(4);
        const { entries } = await engine.range("/");
        expect(entries.map(({ key, revision }) => [key, revision])).toEqual([
          ["/a", 2],
          ["/b", 4],
        ]);
      });

      test("are refused together, with the key of the one that cannot be made", async () => {
        await put("/there", "x", 0);
        expect(await refusal(engine.commit([write("/a", "1", 0), write("/there", "2", 0)]))).toEqual({
          code: "key-exists",
          key: "/there",
          current: { value: "x", revision: 1 },
        });
        expect(await refusal(engine.commit([write("/gone", undefined, 5), write("/a", "1", 0)]))).toMatchObject({
          code: "key-not-found",
          key: "/gone",
        });
        expect(engine.revision).toBe(1);
        expect(await engine.get("/a")).toBeUndefined();
      });

      test("are compared with what was submitted before, and the next writes with them", async () => {
        const outcomes = await Promise.allSettled([
          put("/a", "1", 0),
          engine.commit([write("/b", "2", 0), write("/a", "2", 0)]),
          engine.commit([write("/c", "3", 0), write("/a", "3", 1)]),
          put("/b", "4", 0),
          put("/c", "5", 0),
        ]);
        expect(outcomes.map((one) => (one.status === "fulfilled" ? one.value : one.reason.code))).toEqual([
          1,
          "key-exists",
          3,
          4,
          "key-exists",
        ]);
      });

      test("reach watchers in one batch", async () => {
        await using observation = new Observation(engine, "/", 0);
        await engine.commit([write("/a", "1", 0), write("/b", "2", 0)]);
        await observation.reaches(2);
        expect(observation.changes.map(({ key }) => key)).toEqual(["/a", "/b"]);
        expect(observation.batches.map(({ changes }) => changes.length).filter((count) => count > 0)).toEqual([2]);
      });
    });

    describe("values and keys", () => {
      test("values come back byte by byte, the empty one too", async () => {
        const all = Uint8Array.from({ length: 256 }, (_, index) => index);
        await engine.put("/all", all, 0);
        await engine.put("/none", new Uint8Array(), 0);
        expect(Array.from((await engine.get("/all"))?.value ?? [])).toEqual(Array.from(all));
        expect((await engine.get("/none"))?.value).toHaveLength(0);
      });

      test("a caller may reuse its buffer once the write is answered", async () => {
        const buffer = Buffer.from("first");
        await using observation = new Observation(engine, "/", 0);
        await engine.put("/a", buffer, 0);
        buffer.fill("x");
        await observation.receives(1);
        expect(textOf((await engine.get("/a"))?.value)).toBe("first");
        expect(textOf(observation.changes[0]?.value)).toBe("first");
      });

      test("keys of up to 1,024 bytes are stored, longer ones are refused", async () => {
        const longest = `/${"é".repeat(511)}k`;
        expect(Buffer.byteLength(longest)).toBe(1024);
        await put(longest, "x", 0);
        expect((await engine.range("/")).entries.map(({ key }) => key)).toEqual([longest]);
        await expect(put(`${longest}x`, "x", 0)).rejects.toMatchObject({ code: "too-large" });
        await expect(engine.delete(`${longest}x`, 1)).rejects.toMatchObject({ code: "too-large" });
      });

      test("values up to the limit are stored, longer ones are refused and change nothing", async () => {
        const largest = new Uint8Array(64 * 1024).fill(7);
        const revision = await engine.put("/a", largest, 0);
        expect((await engine.get("/a"))?.value).toHaveLength(64 * 1024);
        await expect(engine.put("/a", new Uint8Array(64 * 1024 + 1), revision)).rejects.toMatchObject({
          code: "too-large",
        });
        expect(engine.revision).toBe(revision);
      });

      test("keys that have no UTF-8 form of their own are refused as a fault of the caller", async () => {
        for (const key of ["", "/\ud800", "/\udc00x"]) await expect(put(key, "x", 0)).rejects.toThrow("well-formed");
      });
    });

    describe("compaction", () => {
      test("moves the compacted revision up, never down", async () => {
        for (let index = 0; index < 5; index++) await put(`/key-${index}`, "x", 0);
        await engine.compact(3);
        expect(engine.compactedRevision).toBe(3);
        await engine.compact(2);
        await engine.compact(3);
        expect(engine.compactedRevision).toBe(3);
      });

      test("of several revisions at once ends at the greatest of them", async () => {
        for (let index = 0; index < 5; index++) await put(`/key-${index}`, "x", 0);
        await Promise.all([engine.compact(4), engine.compact(2), engine.compact(3), put("/more", "x", 0)]);
        expect(engine.compactedRevision).toBe(4);
        expect(await engine.check()).toEqual([]);
        if (!subject.reopen) return;
        engine = await subject.reopen();
        expect(engine.compactedRevision).toBe(4);
      });

      test("of a revision that does not exist yet is refused", async () => {
        const newest = await put("/a", "x", 0);
        await expect(engine.compact(newest + 1)).rejects.toMatchObject({ code: "future-revision", revision: newest });
        expect(engine.compactedRevision).toBe(0);
      });

      test("up to the newest revision leaves what exists, and the next write takes the next revision", async () => {
        const first = await put("/a", "first", 0);
        const gone = await engine.delete("/b", await put("/b", "x", 0));
        await engine.compact(gone);
        expect(await engine.check()).toEqual([]);
        expect((await engine.range("/")).entries.map(({ key, revision }) => [key, revision])).toEqual([["/a", first]]);
        expect(await put("/b", "again", 0)).toBe(gone + 1);
        expect(await put("/a", "second", first)).toBe(gone + 2);
      });

      test("goes on through many records, with writes in between", async () => {
        let revision = 0;
        for (let round = 0; round < 30; round++) {
          const group = Array.from({ length: 100 }, (_, index) =>
            put(`/key-${index}`, `${round}`, round && revision - 99 + index),
          );
          revision = (await Promise.all(group)).at(-1) ?? 0;
        }
        const compaction = engine.compact(revision - 50);
        const writes = Array.from({ length: 100 }, (_, index) => put(`/new-${index}`, "x", 0));
        await Promise.all([compaction, ...writes]);
        expect(engine.compactedRevision).toBe(2950);
        expect((await engine.range("/key-")).entries).toHaveLength(100);
      });

      test("leaves reads at and above its revision right while it runs", async () => {
        await engine.delete("/again", await put("/again", "before", 0));
        await put("/kept", "kept", 0);
        let revision = 0;
        for (let round = 0; round < 1200; round++) revision = await put("/changing", `${round}`, revision);
        const at = engine.revision - 100;
        await put("/again", "after", 0);
        const compaction = engine.compact(at);
        const state = { isRunning: true };
        const done = compaction.finally(() => {
          state.isRunning = false;
        });
        const seen = new Set<string>();
        while (state.isRunning) {
          const { entries } = await engine.range("/", { at });
          seen.add(entries.map(({ key, value }) => `${key}=${textOf(value)}`).join(" "));
          expect(await engine.get("/again", at)).toBeUndefined();
          await new Promise(setImmediate);
        }
        await done;
        expect([...seen]).toEqual(["/changing=1099 /kept=kept"]);
      });
    });

    describe("watchers that lag", () => {
      const writeMany = async (count: number): Promise<void> => {
        for (let written = 0; written < count; written += 500) {
          await Promise.all(Array.from({ length: 500 }, (_, index) => put(`/${written + index}`, "x", 0)));
        }
      };

      test("get everything from the store, however much was written meanwhile", async () => {
        const count = 5000;
        expect(count).toBeGreaterThan(recentChangesMax);
        const abort = new AbortController();
        await put("/first", "x", 0);
        const revisions: number[] = [];
        for await (const { changes } of engine.watch("/", { after: 0, signal: abort.signal })) {
          if (revisions.length === 0) await writeMany(count);
          for (const { revision } of changes) revisions.push(revision);
          if (revisions.length > count) abort.abort();
        }
        expect(revisions).toEqual(Array.from({ length: count + 1 }, (_, index) => index + 1));
      });

      test("are told when history has gone from under them", async () => {
        const iterator = engine.watch("/", { after: 0, signal: new AbortController().signal })[Symbol.asyncIterator]();
        await put("/first", "x", 0);
        await iterator.next();
        await put("/second", "x", 0);
        await put("/third", "x", 0);
        await engine.compact(3);
        await expect(iterator.next()).rejects.toMatchObject({ code: "compacted", revision: 3 });
      });

      test("leave no listener on their signal, waiting or not", async () => {
        const { signal } = new AbortController();
        const iterator = engine.watch("/", { after: 0, signal })[Symbol.asyncIterator]();
        for (let index = 0; index < 20; index++) {
          const next = iterator.next();
          await put(`/${index}`, "x", 0);
          await next;
        }
        expect(getEventListeners(signal, "abort")).toHaveLength(0);
      });
    });

    describe("closing", () => {
      test("answers the commit in flight and fails what comes later", async () => {
        const write = put("/a", "x", 0);
        await new Promise(setImmediate);
        const closing = close();
        const late = put("/b", "x", 0);
        await expect(late).rejects.toMatchObject({ code: "closed" });
        await expect(write).resolves.toBe(1);
        await closing;
        const signal = new AbortController().signal;
        const closed = { code: "closed" };
        await expect(engine.get("/a")).rejects.toMatchObject(closed);
        await expect(engine.range("/")).rejects.toMatchObject(closed);
        await expect(engine.delete("/a", 1)).rejects.toMatchObject(closed);
        await expect(engine.compact(1)).rejects.toMatchObject(closed);
        await expect(engine.progress()).rejects.toMatchObject(closed);
        await expect(engine.check()).rejects.toMatchObject(closed);
        await expect(engine.watch("/", { after: 0, signal })[Symbol.asyncIterator]().next()).rejects.toMatchObject(
          closed,
        );
      });

      test("ends watches with an error that says so", async () => {
        const waiting = new Observation(engine, "/", 0);
        await put("/a", "x", 0);
        await waiting.receives(1);
        await close();
        expect(await waiting.end()).toMatchObject({ code: "closed" });
      });

      test("twice is as good as once", async () => {
        await Promise.all([close(), close()]);
        await close();
      });
    });

    test.skipIf(randomRuns === 0)(
      "random operations agree with a plain model of the contract",
      { timeout: 60_000 },
      async () => {
        for (let run = 0; run < randomRuns; run++) {
          const { engine, reopen, dispose } = await open({});
          try {
            await runRandomOperations({ engine, reopen }, newSeed(), 300);
          } finally {
            await dispose();
          }
        }
      },
    );
  });

  describe(`${name} while the disk has not answered`, () => {
    let subject: EngineSubject;
    let engine: Engine;
    let gate: Deferred<void>;
    let reached: Deferred<void>;

    beforeEach(async () => {
      gate = deferred();
      reached = deferred();
      const commitGate = (): Promise<void> => {
        reached.resolve();
        return gate.promise;
      };
      subject = await open({ commitGate });
      ({ engine } = subject);
    });

    afterEach(async () => {
      gate.resolve();
      const problems = await engine.check();
      await subject.dispose();
      expect(problems).toEqual([]);
    });

    test("no writer is answered, no watcher told, and no read shows the write", async () => {
      await using observation = new Observation(engine, "/", 0);
      let answered = false;
      const write = engine.put("/a", bytes("x"), 0).finally(() => {
        answered = true;
      });
      await reached.promise;
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
      expect(answered).toBe(false);
      expect(observation.batches).toEqual([]);
      expect(engine.revision).toBe(0);
      expect(await engine.progress()).toBe(0);
      expect(await engine.get("/a")).toBeUndefined();
      expect((await engine.range("/")).entries).toEqual([]);
      await expect(engine.get("/a", 1)).rejects.toMatchObject({ code: "future-revision" });
      gate.resolve();
      expect(await write).toBe(1);
      await observation.receives(1);
      expect(await engine.get("/a")).toMatchObject({ revision: 1 });
    });

    test("a refusal waits for the write that it was compared with", async () => {
      let answered = 0;
      const count = (): number => ++answered;
      const writes = [
        engine.put("/a", bytes("x"), 0),
        engine.put("/a", bytes("y"), 0),
        engine.put("/a", bytes("z"), 0),
      ];
      const settled = Promise.allSettled(writes.map((write) => write.finally(count)));
      await reached.promise;
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
      expect(answered).toBe(0);
      gate.resolve();
      expect((await settled).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    });

    test("closing waits for the commit in flight and refuses what waits behind it", async () => {
      const first = engine.put("/a", bytes("x"), 0);
      await reached.promise;
      const second = engine.put("/b", bytes("x"), 0);
      const closing = engine[Symbol.asyncDispose]();
      await expect(second).rejects.toMatchObject({ code: "closed" });
      gate.resolve();
      expect(await first).toBe(1);
      await closing;
      subject = await open({});
      ({ engine } = subject);
    });
  });
}

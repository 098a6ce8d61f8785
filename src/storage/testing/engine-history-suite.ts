/** The tests of an engine's past revisions: compaction, and watchers that lag. */
import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { recentChangesMax } from "../limits.ts";
import { type EngineUnderTest, textOf } from "./engine-under-test.ts";

/** Describes the tests of compaction. */
export function describeCompaction(tested: EngineUnderTest): void {
  const { put } = tested;
  describe("compaction", () => {
    test("compact() increases the compacted revision and never decreases it", async () => {
      for (let index = 0; index < 5; index++) await put(`/key-${index}`, "x", 0);
      await tested.engine.compact(3);
      expect(tested.engine.compactedRevision).toBe(3);
      await tested.engine.compact(2);
      await tested.engine.compact(3);
      expect(tested.engine.compactedRevision).toBe(3);
    });

    test("concurrent compactions end at the greatest revision", async () => {
      for (let index = 0; index < 5; index++) await put(`/key-${index}`, "x", 0);
      await Promise.all([
        tested.engine.compact(4),
        tested.engine.compact(2),
        tested.engine.compact(3),
        put("/more", "x", 0),
      ]);
      expect(tested.engine.compactedRevision).toBe(4);
      expect(await tested.engine.check()).toEqual([]);
      if (!(await tested.reopen())) return;
      expect(tested.engine.compactedRevision).toBe(4);
    });

    test("compact() rejects a future revision", async () => {
      const newest = await put("/a", "x", 0);
      await expect(tested.engine.compact(newest + 1)).rejects.toMatchObject({
        code: "future-revision",
        revision: newest,
      });
      expect(tested.engine.compactedRevision).toBe(0);
    });

    test("compact() to the newest revision keeps all values, and the next write takes the next revision", async () => {
      const first = await put("/a", "first", 0);
      const gone = await tested.engine.delete("/b", await put("/b", "x", 0));
      await tested.engine.compact(gone);
      expect(await tested.engine.check()).toEqual([]);
      expect((await tested.engine.range("/")).entries.map(({ key, revision }) => [key, revision])).toEqual([
        ["/a", first],
      ]);
      expect(await put("/b", "again", 0)).toBe(gone + 1);
      expect(await put("/a", "second", first)).toBe(gone + 2);
    });

    test("compact() removes many records in steps, with writes in between", async () => {
      let revisions: number[] = [];
      for (let round = 0; round < 30; round++) {
        const group = Array.from({ length: 100 }, (_, index) =>
          put(`/key-${index}`, `${round}`, revisions[index] ?? 0),
        );
        revisions = await Promise.all(group);
      }
      const compaction = tested.engine.compact(tested.engine.revision - 50);
      const writes = Array.from({ length: 100 }, (_, index) => put(`/new-${index}`, "x", 0));
      await Promise.all([compaction, ...writes]);
      expect(tested.engine.compactedRevision).toBe(2950);
      expect((await tested.engine.range("/key-")).entries).toHaveLength(100);
    });

    test("reads at and above the revision of a running compaction stay correct", async () => {
      await tested.engine.delete("/again", await put("/again", "before", 0));
      await put("/kept", "kept", 0);
      let revision = 0;
      for (let round = 0; round < 1200; round++) revision = await put("/changing", `${round}`, revision);
      const at = tested.engine.revision - 100;
      await put("/again", "after", 0);
      const compaction = tested.engine.compact(at);
      const state = { isRunning: true };
      const done = compaction.finally(() => {
        state.isRunning = false;
      });
      const seen = new Set<string>();
      while (state.isRunning) {
        const { entries } = await tested.engine.range("/", { at });
        seen.add(entries.map(({ key, value }) => `${key}=${textOf(value)}`).join(" "));
        expect(await tested.engine.get("/again", at)).toBeUndefined();
        await new Promise(setImmediate);
      }
      await done;
      expect([...seen]).toEqual(["/changing=1099 /kept=kept"]);
    });
  });
}

/** Describes the tests of watchers that lag. */
export function describeLaggingWatchers(tested: EngineUnderTest): void {
  const { put } = tested;
  describe("watchers that lag", () => {
    const writeMany = async (count: number): Promise<void> => {
      for (let written = 0; written < count; written += 500) {
        await Promise.all(Array.from({ length: 500 }, (_, index) => put(`/${written + index}`, "x", 0)));
      }
    };

    test("a watcher that lags reads all changes from the store", async () => {
      const count = 5000;
      expect(count).toBeGreaterThan(recentChangesMax);
      const abort = new AbortController();
      await put("/first", "x", 0);
      const revisions: number[] = [];
      for await (const { changes } of tested.engine.watch("/", { after: 0, signal: abort.signal })) {
        if (revisions.length === 0) await writeMany(count);
        for (const { revision } of changes) revisions.push(revision);
        if (revisions.length > count) abort.abort();
      }
      expect(revisions).toEqual(Array.from({ length: count + 1 }, (_, index) => index + 1));
    });

    test("an ended watch leaves no listener on its signal", async () => {
      const abort = new AbortController();
      const iterator = tested.engine.watch("/", { after: 0, signal: abort.signal })[Symbol.asyncIterator]();
      for (let index = 0; index < 20; index++) {
        const next = iterator.next();
        await put(`/${index}`, "x", 0);
        await next;
      }
      expect(getEventListeners(abort.signal, "abort").length).toBeLessThan(2);
      abort.abort();
      expect(await iterator.next()).toEqual({ done: true, value: undefined });
      expect(getEventListeners(abort.signal, "abort")).toHaveLength(0);
    });

    // Changes that are on their way to a watcher reach it although they are compacted meanwhile.
    if (!tested.traits.isLocal) return;

    test("a watcher that lags gets the error compacted if its history was compacted", async () => {
      const { signal } = new AbortController();
      const iterator = tested.engine.watch("/", { after: 0, signal })[Symbol.asyncIterator]();
      await put("/first", "x", 0);
      await iterator.next();
      await put("/second", "x", 0);
      await put("/third", "x", 0);
      await tested.engine.compact(3);
      await expect(iterator.next()).rejects.toMatchObject({ code: "compacted", revision: 3 });
    });
  });
}

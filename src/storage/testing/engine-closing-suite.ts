/** The tests of an engine that closes, or has a commit in progress. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Deferred, deferred } from "../../base/deferred.ts";
import type { Engine } from "../engine.ts";
import {
  bytesOf,
  type EngineSubject,
  type EngineTraits,
  type EngineUnderTest,
  type OpenEngine,
} from "./engine-under-test.ts";
import { Observation } from "./observe.ts";

/** Describes the tests of closing an engine. */
export function describeClosing(tested: EngineUnderTest): void {
  const { close, put } = tested;
  describe("closing", () => {
    test("closing completes the running commit and fails later operations", async () => {
      const write = put("/a", "x", 0);
      await new Promise(setImmediate);
      const closing = close();
      const late = put("/b", "x", 0);
      await expect(late).rejects.toMatchObject({ code: "closed" });
      await expect(write).resolves.toBe(1);
      await closing;
      const signal = new AbortController().signal;
      const closed = { code: "closed" };
      await expect(tested.engine.get("/a")).rejects.toMatchObject(closed);
      await expect(tested.engine.range("/")).rejects.toMatchObject(closed);
      await expect(tested.engine.delete("/a", 1)).rejects.toMatchObject(closed);
      await expect(tested.engine.compact(1)).rejects.toMatchObject(closed);
      await expect(tested.engine.progress()).rejects.toMatchObject(closed);
      await expect(tested.engine.check()).rejects.toMatchObject(closed);
      await expect(tested.engine.watch("/", { after: 0, signal })[Symbol.asyncIterator]().next()).rejects.toMatchObject(
        closed,
      );
    });

    test("closing ends watches with the error closed", async () => {
      const waiting = new Observation(tested.engine, "/", 0);
      await put("/a", "x", 0);
      await waiting.untilChanges(1);
      await close();
      expect(await waiting.end()).toMatchObject({ code: "closed" });
    });

    test("closing twice has no further effect", async () => {
      await Promise.all([close(), close()]);
      await close();
    });
  });
}

/** Describes the tests of an engine with a commit that is not synced yet. */
export function describeCommitsInFlight(name: string, open: OpenEngine, { hasOwnQueue }: EngineTraits): void {
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

    test("a write is not confirmed, reported or readable before it is synced", async () => {
      await using observation = new Observation(engine, "/", 0);
      let answered = false;
      const write = engine.put("/a", bytesOf("x"), 0).finally(() => {
        answered = true;
      });
      await reached.promise;
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
      expect(answered).toBe(false);
      expect(observation.batches).toEqual([]);
      expect(engine.revision).toBe(0);
      expect(await engine.get("/a")).toBeUndefined();
      expect((await engine.range("/")).entries).toEqual([]);
      await expect(engine.get("/a", 1)).rejects.toMatchObject({ code: "future-revision" });
      gate.resolve();
      expect(await write).toBe(1);
      await observation.untilChanges(1);
      expect(await engine.get("/a")).toMatchObject({ revision: 1 });
    });

    test("a rejection waits until the conflicting write is synced", async () => {
      let answered = 0;
      const count = (): number => ++answered;
      const writes = [
        engine.put("/a", bytesOf("x"), 0),
        engine.put("/a", bytesOf("y"), 0),
        engine.put("/a", bytesOf("z"), 0),
      ];
      const settled = Promise.allSettled(writes.map((write) => write.finally(count)));
      await reached.promise;
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
      expect(answered).toBe(0);
      gate.resolve();
      expect((await settled).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    });

    test("closing waits for the running commit, and each waiting write is made or rejected", async () => {
      const first = engine.put("/a", bytesOf("x"), 0);
      await reached.promise;
      const second = engine.put("/b", bytesOf("x"), 0);
      const closing = engine[Symbol.asyncDispose]();
      if (hasOwnQueue) await expect(second).rejects.toMatchObject({ code: "closed" });
      gate.resolve();
      expect(await first).toBe(1);
      if (!hasOwnQueue) expect(await second).toBe(2);
      await closing;
      subject = await open({});
      ({ engine } = subject);
    });
  });
}

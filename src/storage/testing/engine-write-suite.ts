/** The tests of an engine's writes: single writes, commits of several writes, keys and values. */
import { describe, expect, test } from "vitest";
import type { Write } from "../engine.ts";
import { bytesOf, type EngineUnderTest, testedValueBytesMax, textOf } from "./engine-under-test.ts";
import { Observation } from "./observe.ts";

/** Describes the tests of single writes and of commits of several writes. */
export function describeWrites(tested: EngineUnderTest): void {
  describeRevisions(tested);
  describeConditions(tested);
  describeCommits(tested);
  describeValues(tested);
}

function describeRevisions(tested: EngineUnderTest): void {
  const { put } = tested;
  describe("revisions", () => {
    test("a new store has revision 0, and each write takes the next revision", async () => {
      expect([tested.engine.revision, tested.engine.compactedRevision]).toEqual([0, 0]);
      const revisions = [
        await put("/a", "1", 0),
        await put("/b", "1", 0),
        await put("/a", "2", 1),
        await tested.engine.delete("/b", 2),
      ];
      expect(revisions).toEqual([1, 2, 3, 4]);
      expect(tested.engine.revision).toBe(4);
    });

    test("concurrent writes take consecutive revisions", async () => {
      const writes = Array.from({ length: 50 }, (_, index) => put(`/key-${index}`, "x", 0));
      const revisions = await Promise.all(writes);
      const consecutive = Array.from({ length: 50 }, (_, index) => index + 1);
      expect(revisions.toSorted((a, b) => a - b)).toEqual(consecutive);
      if (tested.traits.ordersWrites) expect(revisions).toEqual(consecutive);
    });

    test("rejected writes take no revision", async () => {
      await put("/a", "1", 0);
      const outcomes = await Promise.allSettled([
        put("/a", "2", 0),
        put("/b", "1", 0),
        put("/c", "1", 9),
        put("/d", "1", 0),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "fulfilled"]);
      const revisions = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
      expect(revisions.toSorted((a, b) => a - b)).toEqual([2, 3]);
    });

    test("progress() is at least as new as all confirmed writes", async () => {
      const revision = await put("/a", "1", 0);
      expect(await tested.engine.progress()).toBeGreaterThanOrEqual(revision);
    });
  });
}

function describeConditions(tested: EngineUnderTest): void {
  const { put, rejection } = tested;
  describe("conditions", () => {
    test("creating an existing key fails with the present value and changes nothing", async () => {
      const revision = await put("/a", "first", 0);
      expect(await rejection(put("/a", "second", 0))).toEqual({
        code: "key-exists",
        key: "/a",
        current: { value: "first", revision },
      });
      expect(textOf((await tested.engine.get("/a"))?.value)).toBe("first");
      expect(tested.engine.revision).toBe(revision);
    });

    test("updating or deleting a missing key fails", async () => {
      const absent = { code: "key-not-found", key: "/a", current: undefined };
      expect(await rejection(put("/a", "x", 7))).toEqual(absent);
      expect(await rejection(tested.engine.delete("/a", 7))).toEqual(absent);
      expect(await rejection(tested.engine.delete("/a", 0))).toEqual(absent);
      const first = await put("/a", "x", 0);
      const gone = await tested.engine.delete("/a", first);
      for (const expected of [first, gone]) expect(await rejection(put("/a", "y", expected))).toEqual(absent);
      expect(await rejection(tested.engine.delete("/a", gone))).toEqual(absent);
    });

    test("updating or deleting with an old revision fails with the present value", async () => {
      const first = await put("/a", "first", 0);
      const second = await put("/a", "second", first);
      const conflict = { code: "revision-conflict", key: "/a", current: { value: "second", revision: second } };
      expect(await rejection(put("/a", "third", first))).toEqual(conflict);
      expect(await rejection(put("/a", "third", second + 1))).toEqual(conflict);
      expect(await rejection(tested.engine.delete("/a", first))).toEqual(conflict);
      expect(await rejection(tested.engine.delete("/a", 0))).toEqual(conflict);
    });

    test("a deleted key can be created again", async () => {
      await tested.engine.delete("/a", await put("/a", "first", 0));
      const again = await put("/a", "again", 0);
      expect(again).toBe(3);
      expect(await tested.engine.get("/a")).toMatchObject({ revision: again });
    });

    test("exactly one of several concurrent creates of a key succeeds, and the others fail with its value", async () => {
      const writes = Array.from({ length: 20 }, (_, index) => put("/a", `writer ${index}`, 0));
      const outcomes = await Promise.allSettled(writes);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toEqual([{ status: "fulfilled", value: 1 }]);
      const winner = outcomes.findIndex(({ status }) => status === "fulfilled");
      if (tested.traits.ordersWrites) expect(winner).toBe(0);
      for (const [index, write] of writes.entries()) {
        if (index === winner) continue;
        expect(await rejection(write)).toMatchObject({
          code: "key-exists",
          current: { value: `writer ${winner}`, revision: 1 },
        });
      }
    });

    test("exactly one of several concurrent updates from one revision succeeds", async () => {
      const first = await put("/a", "first", 0);
      const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => put("/a", `${index}`, first)));
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const winner = outcomes.findIndex(({ status }) => status === "fulfilled");
      if (tested.traits.ordersWrites) expect(winner).toBe(0);
      expect(textOf((await tested.engine.get("/a"))?.value)).toBe(`${winner}`);
    });

    if (!tested.traits.ordersWrites) return;

    test("a write is checked against all earlier writes, even unconfirmed ones", async () => {
      const outcomes = await Promise.allSettled([
        put("/a", "first", 0),
        put("/a", "second", 1),
        tested.engine.delete("/a", 2),
        put("/a", "third", 3),
        put("/a", "fourth", 0),
      ]);
      const results = outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : outcome.reason.code));
      expect(results).toEqual([1, 2, 3, "key-not-found", 4]);
      expect(textOf((await tested.engine.get("/a"))?.value)).toBe("fourth");
    });
  });
}

function describeCommits(tested: EngineUnderTest): void {
  const { put, rejection } = tested;
  describe("commits of several writes", () => {
    const write = (key: string, text: string | undefined, expected: number): Write => ({
      key,
      value: text === undefined ? undefined : bytesOf(text),
      expected,
    });

    test("commit() takes a revision for each write or one for all, and returns the last one", async () => {
      await put("/gone", "x", 0);
      const writes = [write("/a", "1", 0), write("/gone", undefined, 1), write("/b", "2", 0)];
      const { sharesRevisions } = tested.traits;
      expect(await tested.engine.commit(writes)).toBe(sharesRevisions ? 2 : 4);
      const { entries } = await tested.engine.range("/");
      expect(entries.map(({ key, revision }) => [key, revision])).toEqual([
        ["/a", 2],
        ["/b", sharesRevisions ? 2 : 4],
      ]);
    });

    test("commit() rejects all writes and names the key of the failed one", async () => {
      await put("/there", "x", 0);
      expect(await rejection(tested.engine.commit([write("/a", "1", 0), write("/there", "2", 0)]))).toEqual({
        code: "key-exists",
        key: "/there",
        current: { value: "x", revision: 1 },
      });
      expect(await rejection(tested.engine.commit([write("/gone", undefined, 5), write("/a", "1", 0)]))).toMatchObject({
        code: "key-not-found",
        key: "/gone",
      });
      expect(tested.engine.revision).toBe(1);
      expect(await tested.engine.get("/a")).toBeUndefined();
    });

    test("commit() reaches watchers in one batch", async () => {
      await using observation = new Observation(tested.engine, "/", 0);
      const revision = await tested.engine.commit([write("/a", "1", 0), write("/b", "2", 0)]);
      await observation.untilRevision(revision);
      expect(observation.changes.map(({ key }) => key)).toEqual(["/a", "/b"]);
      expect(observation.batches.map(({ changes }) => changes.length).filter((count) => count > 0)).toEqual([2]);
    });

    if (!tested.traits.ordersWrites) return;

    test("commit() is checked against earlier writes, and later writes against it", async () => {
      const outcomes = await Promise.allSettled([
        put("/a", "1", 0),
        tested.engine.commit([write("/b", "2", 0), write("/a", "2", 0)]),
        tested.engine.commit([write("/c", "3", 0), write("/a", "3", 1)]),
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
  });
}

function describeValues(tested: EngineUnderTest): void {
  const { put } = tested;
  describe("values and keys", () => {
    test("values are read as they were written, including empty ones", async () => {
      const all = Uint8Array.from({ length: 256 }, (_, index) => index);
      await tested.engine.put("/all", all, 0);
      await tested.engine.put("/none", new Uint8Array(), 0);
      expect(Array.from((await tested.engine.get("/all"))?.value ?? [])).toEqual(Array.from(all));
      expect((await tested.engine.get("/none"))?.value).toHaveLength(0);
    });

    test("a caller can reuse its buffer after the write was confirmed", async () => {
      const buffer = Buffer.from("first");
      await using observation = new Observation(tested.engine, "/", 0);
      await tested.engine.put("/a", buffer, 0);
      buffer.fill("x");
      await observation.untilChanges(1);
      expect(textOf((await tested.engine.get("/a"))?.value)).toBe("first");
      expect(textOf(observation.changes[0]?.value)).toBe("first");
    });

    test("keys of up to 1,024 bytes are stored, and longer ones are rejected", async () => {
      const longest = `/${"é".repeat(511)}k`;
      expect(Buffer.byteLength(longest)).toBe(1024);
      await put(longest, "x", 0);
      expect((await tested.engine.range("/")).entries.map(({ key }) => key)).toEqual([longest]);
      await expect(put(`${longest}x`, "x", 0)).rejects.toMatchObject({ code: "too-large" });
      await expect(tested.engine.delete(`${longest}x`, 1)).rejects.toMatchObject({ code: "too-large" });
    });

    // The LMDB engine starts such a read at the first 341 code units. With the last text, they end inside a character.
    test.each(["é", "😀", "abc😀de"])("reads find no key of thousands of %s, and begin after it", async (text) => {
      const long = `/${text.repeat(5000)}`;
      const before = `/${text.repeat(100)}`;
      const after = `${before}😁`;
      for (const key of [before, after]) await put(key, "x", 0);
      expect(await tested.engine.get(long)).toBeUndefined();
      expect((await tested.engine.range(long)).entries).toEqual([]);
      const { entries } = await tested.engine.range("/", { after: long });
      expect(entries.map(({ key }) => key)).toEqual([after]);
    });

    test("values up to the limit are stored, and longer ones are rejected", async () => {
      const largest = new Uint8Array(testedValueBytesMax).fill(7);
      const revision = await tested.engine.put("/a", largest, 0);
      expect((await tested.engine.get("/a"))?.value).toHaveLength(testedValueBytesMax);
      await expect(tested.engine.put("/a", new Uint8Array(testedValueBytesMax + 1), revision)).rejects.toMatchObject({
        code: "too-large",
      });
      expect(tested.engine.revision).toBe(revision);
    });

    test("keys with unpaired surrogates fail an assertion", async () => {
      for (const key of ["", "/\ud800", "/\udc00x"]) await expect(put(key, "x", 0)).rejects.toThrow("well-formed");
    });
  });
}

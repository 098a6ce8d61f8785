/** The tests of an engine's reads of earlier states. */
import { describe, expect, test } from "vitest";
import type { PastChange } from "../engine.ts";
import { type EngineUnderTest, textOf } from "./engine-under-test.ts";

const all = { before: Number.POSITIVE_INFINITY, limit: 100 };

function summaryOf({ revision, value, previous }: PastChange): readonly unknown[] {
  return [revision, textOf(value), textOf(previous?.value)];
}

/** Describes the tests of `Engine.past`. */
export function describePast(tested: EngineUnderTest): void {
  const { put } = tested;
  describe("earlier states", () => {
    test("past.get() and past.range() show the state of a revision", async () => {
      const first = await put("/a", "first", 0);
      const other = await put("/b", "other", 0);
      const second = await put("/a", "second", first);
      await tested.engine.delete("/b", other);
      const { past } = tested.engine;
      expect(textOf((await past.get("/a", other))?.value)).toBe("first");
      expect(textOf((await past.get("/a", second))?.value)).toBe("second");
      const { entries, revision, more } = await past.range("/", { at: second, limit: 1 });
      expect([entries.map(({ key }) => key), revision, more]).toEqual([["/a"], second, true]);
      const rest = await past.range("/", { at: second, after: "/a" });
      expect(rest.entries.map(({ key }) => key)).toEqual(["/b"]);
    });

    test("past.changesOf() returns the changes of one key, newest first, beyond deletions", async () => {
      const first = await put("/a", "first", 0);
      await put("/a-longer", "x", 0);
      const gone = await tested.engine.delete("/a", first);
      const again = await put("/a", "again", 0);
      const last = await put("/a", "last", again);
      const { changes, more } = await tested.engine.past.changesOf("/a", all);
      expect(changes.map(summaryOf)).toEqual([
        [last, "last", "again"],
        [again, "again", undefined],
        [gone, undefined, "first"],
        [first, "first", undefined],
      ]);
      expect(more).toBe(false);
      expect(changes.every(({ isPreviousRemoved }) => !isPreviousRemoved)).toBe(true);
      const page = await tested.engine.past.changesOf("/a", { before: last, limit: 2 });
      expect(page.changes.map(({ revision }) => revision)).toEqual([again, gone]);
      expect(page.more).toBe(true);
    });

    test("past.changesOf() of a key that never existed is empty", async () => {
      await put("/a", "x", 0);
      expect(await tested.engine.past.changesOf("/b", all)).toEqual({ changes: [], more: false });
    });

    test("past reads reject future revisions and removed ones", async () => {
      const first = await put("/a", "first", 0);
      const second = await put("/a", "second", first);
      await put("/a", "third", second);
      await expect(tested.engine.past.get("/a", second + 5)).rejects.toMatchObject({ code: "future-revision" });
      await tested.engine.compact(second);
      await expect(tested.engine.past.get("/a", first)).rejects.toMatchObject({ code: "compacted" });
      await expect(tested.engine.past.range("/", { at: first })).rejects.toMatchObject({ code: "compacted" });
      expect((await tested.engine.past.oldest()).revision).toBe(second);
      const { changes } = await tested.engine.past.changesOf("/a", all);
      expect(changes.map(summaryOf)).toEqual([[second + 1, "third", "second"]]);
    });

    test("past.revisionAt() finds no revision before the first known time, and the newest one in the future", async () => {
      const last = await put("/a", "x", 0);
      expect(await tested.engine.past.revisionAt(1)).toBeUndefined();
      expect(await tested.engine.past.revisionAt(Number.MAX_SAFE_INTEGER)).toBe(last);
    });
  });
}

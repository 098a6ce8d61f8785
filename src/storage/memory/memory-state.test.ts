import { describe, expect, test } from "vitest";
import { until } from "../../../test/support/until.ts";
import { withSeed } from "../../../test/support/with-seed.ts";
import type { Engine } from "../engine.ts";
import { type MemoryEngine, openMemoryEngine } from "./memory-engine.ts";

const text = (value: string): Buffer => Buffer.from(value);

/** Returns all keys with their values and revisions. */
async function contents(engine: Engine, at?: number): Promise<[string, string, number][]> {
  const { entries } = await engine.range("/", at === undefined ? {} : { at });
  return entries.map(({ key, value, revision }) => [key, Buffer.from(value).toString(), revision]);
}

/** Returns an engine at revision 4 that has history and a deleted key. */
async function lived(): Promise<MemoryEngine> {
  const engine = openMemoryEngine();
  await engine.put("/a", text("1"), 0);
  await engine.put("/b", text("2"), 0);
  await engine.put("/a", text("3"), 1);
  await engine.delete("/b", 2);
  return engine;
}

async function firstChange(engine: Engine, after: number): Promise<unknown> {
  const stop = new AbortController();
  for await (const { changes } of engine.watch("/", { after, signal: stop.signal })) return changes[0];
  return undefined;
}

describe("MemoryState.continue()", () => {
  test("continue() returns an engine with the state's revisions and history that changes independently", async () => {
    await using engine = await lived();
    const state = engine.state();
    expect(state.revision).toBe(4);
    await engine.put("/a", text("original"), 3);
    await using other = state.continue();
    expect([other.revision, other.compactedRevision]).toEqual([4, 0]);
    expect(await contents(other, 2)).toEqual([
      ["/a", "1", 1],
      ["/b", "2", 2],
    ]);
    expect(await firstChange(other, 3)).toMatchObject({ revision: 4, key: "/b", value: undefined });
    expect(await other.put("/c", text("other"), 0)).toBe(5);
    expect(await contents(engine)).toEqual([["/a", "original", 5]]);
    expect(await contents(other)).toEqual([
      ["/a", "3", 3],
      ["/c", "other", 5],
    ]);
    expect([await engine.check(), await other.check()]).toEqual([[], []]);
  });

  test("an engine from continue() is not affected when the original engine is closed", async () => {
    const engine = await lived();
    const state = engine.state();
    await engine[Symbol.asyncDispose]();
    await using other = state.continue();
    expect(await contents(other)).toEqual([["/a", "3", 3]]);
  });
});

describe("MemoryState.reappear()", () => {
  test("reappear() returns an engine with the state at a new revision and without earlier history", async () => {
    await using engine = await lived();
    const state = engine.state();
    await using other = state.reappear(9);
    expect([other.revision, other.compactedRevision]).toEqual([10, 10]);
    expect(await contents(other)).toEqual([["/a", "3", 3]]);
    await expect(contents(other, 9)).rejects.toMatchObject({ code: "compacted" });
    await expect(contents(other, 4)).rejects.toMatchObject({ code: "compacted" });
    await expect(firstChange(other, 9)).rejects.toMatchObject({ code: "compacted" });
    await expect(other.put("/a", text("x"), 9)).rejects.toMatchObject({ code: "revision-conflict" });
    expect(await other.put("/a", text("4"), 3)).toBe(11);
    expect(await firstChange(other, 10)).toMatchObject({ revision: 11, previous: { revision: 3 } });
    expect(await other.check()).toEqual([]);
  });

  test("reappear() never uses a revision before that of the state", async () => {
    await using engine = await lived();
    await using other = engine.state().reappear(2);
    expect(other.revision).toBe(5);
  });

  test("an engine from reappear() can be compacted past the skipped revisions", async () => {
    await using engine = await lived();
    await using first = engine.state().reappear(2000);
    await first.put("/c", text("c"), 0);
    await using second = first.state().reappear(5000);
    await second.put("/c", text("d"), 2002);
    expect(await second.check()).toEqual([]);
    await second.compact(second.revision);
    expect([second.revision, second.compactedRevision]).toEqual([5002, 5002]);
    expect(await contents(second)).toEqual([
      ["/a", "3", 3],
      ["/c", "d", 5002],
    ]);
    expect(await second.check()).toEqual([]);
    // The first engine was not changed.
    expect(await contents(first)).toEqual([
      ["/a", "3", 3],
      ["/c", "c", 2002],
    ]);
    expect(await first.check()).toEqual([]);
  });
});

describe("MemoryEngine.writeBack()", () => {
  const sameFirstLetter = (one: Uint8Array, other: Uint8Array): boolean => one[0] === other[0];

  async function changes(engine: Engine, after: number): Promise<unknown[]> {
    const found: unknown[] = [];
    const stop = new AbortController();
    const last = engine.revision;
    for await (const batch of engine.watch("/", { after, signal: stop.signal })) {
      for (const { revision, key, value } of batch.changes) {
        found.push([revision, key, value && Buffer.from(value).toString()]);
      }
      if (batch.revision >= last) stop.abort();
    }
    return found;
  }

  test("writeBack() writes changed values at new revisions and keeps the revisions of equal ones", async () => {
    await using engine = openMemoryEngine();
    await engine.put("/changed", text("a1"), 0);
    await engine.put("/deleted", text("b1"), 0);
    await engine.put("/replaced", text("c1"), 0);
    await engine.put("/same", text("d1"), 0);
    await engine.put("/same-again", text("e1"), 0);
    const state = engine.state();
    await engine.put("/changed", text("a2"), 1);
    await engine.delete("/deleted", 2);
    await engine.put("/new", text("f1"), 0);
    await engine.put("/replaced", text("x1"), 3);
    await engine.put("/same-again", text("e2"), 5);
    await engine.put("/same-again", text("e1"), 10);
    await engine.writeBack(state, sameFirstLetter);
    expect(await changes(engine, 11)).toEqual([
      [12, "/changed", "a1"],
      [13, "/deleted", "b1"],
      [14, "/new", undefined],
      [15, "/replaced", undefined],
      [16, "/replaced", "c1"],
    ]);
    expect(await contents(engine)).toEqual([
      ["/changed", "a1", 12],
      ["/deleted", "b1", 13],
      ["/replaced", "c1", 16],
      ["/same", "d1", 4],
      ["/same-again", "e1", 11],
    ]);
    expect([engine.revision, engine.compactedRevision]).toEqual([16, 0]);
    expect(await engine.check()).toEqual([]);
    await engine.writeBack(state, sameFirstLetter);
    expect(engine.revision).toBe(16);
  });

  test("writeBack() undoes a write that is being committed, and later writes with its revision fail", async () => {
    const gates: (() => void)[] = [];
    await using engine = openMemoryEngine({ commitGate: () => new Promise((resolve) => gates.push(resolve)) });
    const passOne = async (): Promise<void> => {
      await until(() => gates.length > 0, "a commit waits");
      gates.shift()?.();
    };
    const first = engine.put("/a", text("a1"), 0);
    await passOne();
    expect(await first).toBe(1);
    const state = engine.state();
    const second = engine.put("/a", text("a2"), 1);
    await until(() => gates.length > 0, "a commit waits");
    const back = engine.writeBack(state, sameFirstLetter);
    const late = engine.put("/a", text("a3"), 2);
    await passOne();
    expect(await second).toBe(2);
    await passOne();
    await back;
    await expect(late).rejects.toMatchObject({ code: "revision-conflict" });
    expect(await contents(engine)).toEqual([["/a", "a1", 3]]);
  });

  test("writeBack() on a closed engine fails", async () => {
    const engine = await lived();
    const state = engine.state();
    await engine[Symbol.asyncDispose]();
    await expect(engine.writeBack(state, sameFirstLetter)).rejects.toMatchObject({ code: "closed" });
  });

  test("writeBack() accepts a state of another engine with any revisions", async () => {
    await using other = openMemoryEngine();
    for (const [index, key] of ["/a", "/x", "/y"].entries()) await other.put(key, text(`other ${index}`), 0);
    await using engine = await lived();
    await engine.writeBack(other.state(), () => true);
    expect(await contents(engine)).toEqual([
      ["/a", "other 0", 5],
      ["/x", "other 1", 6],
      ["/y", "other 2", 7],
    ]);
    expect(await engine.check()).toEqual([]);
  });
});

test("engines agree with a model after random writes, compactions, copies and restores", async () => {
  await withSeed(async (random) => {
    type Model = Map<string, [string, number]>;
    let engine = openMemoryEngine();
    let model: Model = new Map();
    let newest = 0;
    const kept: { engine: MemoryEngine; model: Model; state: ReturnType<MemoryEngine["state"]> }[] = [];
    for (let round = 0; round < 2000; round++) {
      const key = `/${random.below(100)}`;
      const before = model.get(key);
      const choice = random.below(100);
      if (choice < 60) {
        const revision = await engine.put(key, text(`${round}`), before?.[1] ?? 0);
        expect(revision).toBeGreaterThan(newest);
        newest = revision;
        model.set(key, [`${round}`, revision]);
      } else if (choice < 85) {
        if (before) newest = await engine.delete(key, before[1]);
        model.delete(key);
      } else if (choice < 90) {
        await engine.compact(engine.revision - random.below(engine.revision - engine.compactedRevision + 1));
      } else if (choice < 95) {
        kept.push({ engine, model: new Map(model), state: engine.state() });
      } else {
        const back = kept[random.below(kept.length)];
        if (!back) continue;
        if (random.below(2) === 0) engine = back.state.reappear(newest);
        else await engine.writeBack(back.state, () => random.below(2) === 0);
        newest = engine.revision;
        const values = await contents(engine);
        expect(new Map(values.map(([key, value]) => [key, value]))).toEqual(
          new Map([...back.model].map(([key, [value]]) => [key, value])),
        );
        model = new Map(values.map(([key, value, revision]) => [key, [value, revision]]));
      }
    }
    const expected = (of: Model): unknown =>
      [...of]
        .map(([key, [value, revision]]) => [key, value, revision])
        .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
    expect(await contents(engine)).toEqual(expected(model));
    expect(await engine.check()).toEqual([]);
    for (const { engine: source, state, model: then } of kept) {
      expect(await source.check()).toEqual([]);
      await using again = state.continue();
      expect(await contents(again)).toEqual(expected(then));
      expect(await again.check()).toEqual([]);
    }
  });
});

import { expect, test } from "vitest";
import type { ObjectView } from "./object-tree.ts";
import { openCache, turn } from "./testing/fixture.ts";
import { HeldEngine } from "./testing/held-engine.ts";

const shown = (view: ObjectView): string[] =>
  [...view.iterate("")].map(({ key, bytes, revision }) => `${key}=${bytes.toString()}@${revision}`);

/** Returns a cache over an engine that counts its reads. Its history: write a at revision 1, b at 2, a at 3, delete b at 4, write c at 5. */
async function openHistory(eventsMax: number) {
  const held: HeldEngine[] = [];
  const fixture = await openCache({
    limits: { ring: { bytesMax: 1e9, eventsMax } },
    wrap: (engine) => (held[0] = new HeldEngine(engine)),
  });
  await fixture.write("a", "1");
  await fixture.write("b", "2");
  await fixture.write("a", "3");
  await fixture.remove("b");
  await fixture.write("c", "5");
  return { ...fixture, held: held[0] as HeldEngine };
}

const states = [[], ["a=1@1"], ["a=1@1", "b=2@2"], ["a=3@3", "b=2@2"], ["a=3@3"], ["a=3@3", "c=5@5"]];

test("snapshotAt() computes a state within the ring without reading the engine", async () => {
  await using history = await openHistory(100);
  const { cache, held } = history;
  const pages = held.pagesRead;
  for (const [revision, state] of states.entries()) {
    const snapshot = await cache.snapshotAt(revision);
    expect([snapshot.revision, shown(snapshot.objects)]).toEqual([revision, state]);
  }
  expect(held.pagesRead).toBe(pages);
});

test("snapshotAt() reads an older state from the engine once for all callers", async () => {
  await using history = await openHistory(1);
  const { cache, held } = history;
  const pages = held.pagesRead;
  held.holdReads();
  const asked = [cache.snapshotAt(2), cache.snapshotAt(2), cache.snapshotAt(2)];
  while (held.pagesRead === pages) await turn();
  held.releaseReads();
  for (const { objects } of await Promise.all(asked)) expect(shown(objects)).toEqual(states[2]);
  expect(shown((await cache.snapshotAt(2)).objects)).toEqual(states[2]);
  expect(held.pagesRead).toBe(pages + 1);
});

test("complete reads of the present or an earlier state use the load runner", async () => {
  const underway: string[] = [];
  await using fixture = await openCache({
    limits: { ring: { bytesMax: 1e9, eventsMax: 1 } },
    runLoad: async (load) => {
      underway.push("begun");
      const loaded = await load();
      underway.push("done");
      return loaded;
    },
  });
  expect(underway).toEqual(["begun", "done"]);
  for (const key of ["a", "b", "c"]) await fixture.write(key, "1");
  expect(shown((await fixture.cache.snapshotAt(1)).objects)).toEqual(["a=1@1"]);
  expect(underway).toEqual(["begun", "done", "begun", "done"]);
});

test("an earlier state that was read shares the objects that have not changed", async () => {
  await using history = await openHistory(1);
  const { cache } = history;
  const { objects } = await cache.snapshotAt(3);
  expect(objects.get("a")).toBe(cache.get("a"));
});

test("snapshotAt() lets other work run while it undoes many events", async () => {
  await using fixture = await openCache();
  const { cache, engine, feed } = fixture;
  const writes = Array.from({ length: 5000 }, (_, index) =>
    engine.put(cache.fullKey(`k${index}`), Buffer.from("x"), 0),
  );
  await Promise.all(writes);
  await feed.waitFor(5000, 1000);
  const order: string[] = [];
  const reading = cache.snapshotAt(1).finally(() => order.push("state"));
  for (let turns = 1; turns <= 4; turns++) {
    await turn();
    order.push("other work");
  }
  expect((await reading).objects.size).toBe(1);
  expect(order).toEqual([...Array.from({ length: 4 }, () => "other work"), "state"]);
});

test("snapshotAt() rejects compacted revisions, and future ones after the wait limit", async () => {
  await using history = await openHistory(100);
  const { cache, engine, clock } = history;
  await engine.compact(3);
  await expect(cache.snapshotAt(2)).rejects.toMatchObject({ code: "compacted", revision: 3 });
  expect(shown((await cache.snapshotAt(3)).objects)).toEqual(states[3]);
  const future = expect(cache.snapshotAt(6)).rejects.toMatchObject({ code: "future-revision", revision: 5 });
  await clock.advance(2999);
  expect(clock.pendingCount).toBe(1);
  await clock.advance(1);
  await future;
});

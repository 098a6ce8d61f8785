import { expect, test } from "vitest";
import { ManualClock } from "../base/manual-clock.ts";
import { CachedObject } from "./cached-object.ts";
import { ObjectTree } from "./object-tree.ts";
import { Snapshots } from "./snapshots.ts";

const limits = { countMax: 2, ageMaxMs: 1000, unsharedEntriesMax: 100 };
const view = ObjectTree.empty();

test("Snapshots returns a kept state until it is too old", async () => {
  const clock = new ManualClock();
  const snapshots = new Snapshots(clock, limits);
  snapshots.keep(5, view);
  await clock.advance(1000);
  expect(snapshots.at(5)).toBe(view);
  await clock.advance(1);
  expect(snapshots.at(5)).toBeUndefined();
  expect(snapshots.size).toBe(0);
});

test("Snapshots removes the oldest state when there are too many", () => {
  const snapshots = new Snapshots(new ManualClock(), limits);
  for (const revision of [1, 2, 1, 3]) snapshots.keep(revision, view);
  expect([1, 2, 3].map((revision) => snapshots.at(revision) !== undefined)).toEqual([true, false, true]);
});

test("Snapshots removes states when they have too many unshared entries, but never the newest", () => {
  const snapshots = new Snapshots(new ManualClock(), { ...limits, countMax: 10 });
  const kept = (): number[] => [1, 2, 3, 4].filter((revision) => snapshots.at(revision) !== undefined);
  snapshots.keep(1, view, 60);
  snapshots.keep(2, view);
  snapshots.keep(3, view, 40);
  expect(kept()).toEqual([1, 2, 3]);
  snapshots.keep(1, view);
  snapshots.keep(4, view, 1);
  expect(kept()).toEqual([1, 4]);
  snapshots.keep(2, view, 1000);
  expect(kept()).toEqual([2]);
});

test("a copy of an ObjectTree does not show later changes", () => {
  const tree = ObjectTree.empty();
  const object = (key: string, revision: number): CachedObject =>
    new CachedObject(key, revision, { bytes: Buffer.from(key), needsExactJson: false });
  for (let index = 0; index < 1000; index++) tree.set(object(`k${String(index).padStart(4, "0")}`, 1));
  const before = tree.copy();
  tree.set(object("k0500", 2));
  tree.delete("k0001");
  tree.set(object("new", 2));
  expect([before.size, before.get("k0500")?.revision, before.get("k0001")?.key, before.get("new")]).toEqual([
    1000,
    1,
    "k0001",
    undefined,
  ]);
  expect([tree.size, tree.get("k0500")?.revision, tree.get("k0001")]).toEqual([1000, 2, undefined]);
});

test("ObjectTree counts and iterates keys by prefix and start", () => {
  const tree = ObjectTree.empty();
  for (const key of ["a/1", "a/2", "a/3", "ab/1", "b/1"]) {
    tree.set(new CachedObject(key, 1, { bytes: Buffer.alloc(0), needsExactJson: false }));
  }
  const keys = (prefix: string, after?: string): string[] => [...tree.iterate(prefix, after)].map(({ key }) => key);
  expect(keys("a/")).toEqual(["a/1", "a/2", "a/3"]);
  expect(keys("a/", "a/2")).toEqual(["a/3"]);
  expect(keys("", "a/3")).toEqual(["ab/1", "b/1"]);
  expect(keys("c/")).toEqual([]);
  for (const [prefix, after] of [
    ["", undefined],
    ["a/", undefined],
    ["a/", "a/2"],
    ["", "a/3"],
    ["a/", "a/25"],
    ["c/", undefined],
  ] as const) {
    expect(tree.count(prefix, after)).toBe(keys(prefix, after).length);
  }
});

test("an unreadable object fails only the reads of that object", () => {
  const fault = new Error("damaged");
  const object = new CachedObject("a", 1, fault);
  expect(() => object.bytes).toThrow(fault);
  expect([object.key, object.revision, object.byteLength]).toEqual(["a", 1, 0]);
});

import { expect, test } from "vitest";
import { withSeed } from "../../test/support/with-seed.ts";
import { LinkedSet, type LinkedSetEntry } from "./linked-set.ts";

test("LinkedSet iterates over its members in the order of addition until they are removed", () => {
  const set = new LinkedSet<string>();
  const [a, b, c] = ["a", "b", "c"].map((member) => set.add(member)) as [
    LinkedSetEntry<string>,
    LinkedSetEntry<string>,
    LinkedSetEntry<string>,
  ];
  expect([...set]).toEqual(["a", "b", "c"]);
  set.remove(b);
  expect([[...set], set.size]).toEqual([["a", "c"], 2]);
  set.remove(a);
  set.remove(c);
  expect([[...set], set.size]).toEqual([[], 0]);
  set.add("d");
  expect([...set]).toEqual(["d"]);
});

test("remove() drops all references to the member, and does nothing the second time", () => {
  const set = new LinkedSet<object>();
  const [first, second] = [set.add({}), set.add({})];
  set.remove(first);
  expect(Object.values(first).every((part) => part === undefined)).toBe(true);
  set.remove(first);
  expect(set.size).toBe(1);
  expect(second.member).toEqual({});
});

test("members can be added and removed during an iteration", () => {
  const set = new LinkedSet<LinkedSetEntry<unknown>[]>();
  const places = Array.from({ length: 5 }, () => set.add([]));
  let seen = 0;
  for (const _ of set) {
    seen++;
    for (const place of places) set.remove(place);
    set.add([]);
  }
  expect([seen, set.size]).toEqual([5, 5]);
});

test("after random additions and removals, the remaining members are in order", async () => {
  await withSeed(async (random) => {
    const set = new LinkedSet<number>();
    const places = new Map<number, LinkedSetEntry<number>>();
    for (let turn = 0; turn < 2000; turn++) {
      const known = [...places.keys()];
      if (known.length === 0 || random.below(2) === 0) places.set(turn, set.add(turn));
      else {
        const leaving = known[random.below(known.length)] ?? 0;
        set.remove(places.get(leaving) as LinkedSetEntry<number>);
        places.delete(leaving);
      }
      expect(set.size).toBe(places.size);
    }
    expect([...set]).toEqual([...places.keys()]);
  });
});

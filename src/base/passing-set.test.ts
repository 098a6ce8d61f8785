import { expect, test } from "vitest";
import { withSeed } from "../../test/support/with-seed.ts";
import { PassingSet, type PassingSetEntry } from "./passing-set.ts";

test("members stand in the order of coming, until they leave", () => {
  const set = new PassingSet<string>();
  const [a, b, c] = ["a", "b", "c"].map((member) => set.add(member)) as [
    PassingSetEntry<string>,
    PassingSetEntry<string>,
    PassingSetEntry<string>,
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

test("a member that has left is held by nothing, and cannot leave again", () => {
  const set = new PassingSet<object>();
  const [first, second] = [set.add({}), set.add({})];
  set.remove(first);
  expect(Object.values(first).every((part) => part === undefined)).toBe(true);
  set.remove(first);
  expect(set.size).toBe(1);
  expect(second.member).toEqual({});
});

test("members may leave and come while somebody looks at them", () => {
  const set = new PassingSet<PassingSetEntry<unknown>[]>();
  const places = Array.from({ length: 5 }, () => set.add([]));
  let seen = 0;
  for (const _ of set) {
    seen++;
    for (const place of places) set.remove(place);
    set.add([]);
  }
  expect([seen, set.size]).toEqual([5, 5]);
});

test("random comings and goings leave who has not left, in order", async () => {
  await withSeed(async (random) => {
    const set = new PassingSet<number>();
    const places = new Map<number, PassingSetEntry<number>>();
    for (let turn = 0; turn < 2000; turn++) {
      const known = [...places.keys()];
      if (known.length === 0 || random.below(2) === 0) places.set(turn, set.add(turn));
      else {
        const leaving = known[random.below(known.length)] ?? 0;
        set.remove(places.get(leaving) as PassingSetEntry<number>);
        places.delete(leaving);
      }
      expect(set.size).toBe(places.size);
    }
    expect([...set]).toEqual([...places.keys()]);
  });
});

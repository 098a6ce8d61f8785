import { expect, test } from "vitest";
import { newSeed, seededRandom } from "../../base/random.ts";
import { SortedKeys } from "./sorted-keys.ts";

test("keys come back in order from any start, however they were added and removed", () => {
  const seed = newSeed();
  const random = seededRandom(seed);
  const keys = new SortedKeys();
  const expected = new Set<string>();
  const anyKey = (): string => `/${random.below(6000)}`;
  for (let round = 0; round < 20_000; round++) {
    const key = anyKey();
    // More added than removed in the first half, the other way round in the second.
    if (random.below(10) < (round < 10_000 ? 8 : 2)) {
      if (!expected.has(key)) keys.add(key);
      expected.add(key);
    } else {
      keys.remove(key);
      expected.delete(key);
    }
    if (round % 1000 !== 0) continue;
    const start = anyKey();
    expect([...keys.from(start)], `seed ${seed}`).toEqual([...expected].filter((each) => each >= start).sort());
  }
  for (const key of expected) keys.remove(key);
  expect([...keys.from("")]).toEqual([]);
});

import { describe, expect, test } from "vitest";
import { isRepeatable, newSeed, seededRandom, systemRandom } from "./random.ts";

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const seed = newSeed();

describe.each([
  ["systemRandom", () => systemRandom],
  [`seededRandom(${seed})`, () => seededRandom(seed)],
])("%s", (_name, make) => {
  test("uuid() returns distinct version 4 UUIDs in lower case", () => {
    const random = make();
    const made = Array.from({ length: 1000 }, () => random.uuid());
    for (const uuid of made) expect(uuid).toMatch(uuid4);
    expect(new Set(made).size).toBe(1000);
  });

  test("below() returns every integer below the limit, and no other", () => {
    const random = make();
    const drawn = new Set(Array.from({ length: 2000 }, () => random.below(7)));
    expect(drawn).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
    expect(Array.from({ length: 10 }, () => random.below(1))).toEqual(Array.from({ length: 10 }, () => 0));
  });
});

test("seededRandom() returns one sequence for each seed", () => {
  const draw = (seed: number): (number | string)[] => {
    const random = seededRandom(seed);
    return [random.below(1000), random.uuid(), random.below(1000), random.uuid()];
  };
  expect(draw(42)).toEqual(draw(42));
  expect(draw(42)).not.toEqual(draw(43));
});

test("newSeed() returns unsigned integers of 32 bits", () => {
  for (const seed of Array.from({ length: 100 }, newSeed)) {
    expect(Number.isInteger(seed)).toBe(true);
    expect(seed).toBeGreaterThanOrEqual(0);
    expect(seed).toBeLessThan(2 ** 32);
  }
});

test("resume() continues from the state of another source, or from an earlier state", () => {
  const random = seededRandom(7);
  random.uuid();
  const { state } = random;
  const made = [random.uuid(), random.below(1000)];
  const other = seededRandom(state);
  expect([other.uuid(), other.below(1000)]).toEqual(made);
  random.resume(state);
  expect([random.uuid(), random.below(1000)]).toEqual(made);
});

test("isRepeatable() is true only for a seeded source", () => {
  expect([isRepeatable(seededRandom(1)), isRepeatable(systemRandom)]).toEqual([true, false]);
});

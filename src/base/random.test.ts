import { describe, expect, test } from "vitest";
import { isRepeatable, newSeed, seededRandom, systemRandom } from "./random.ts";

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const seed = newSeed();

describe.each([
  ["systemRandom", () => systemRandom],
  [`seededRandom(${seed})`, () => seededRandom(seed)],
])("%s", (_name, make) => {
  test("makes version 4 uuids in lower case, each once", () => {
    const random = make();
    const made = Array.from({ length: 1000 }, () => random.uuid());
    for (const uuid of made) expect(uuid).toMatch(uuid4);
    expect(new Set(made).size).toBe(1000);
  });

  test("draws every integer below the limit, and no other", () => {
    const random = make();
    const drawn = new Set(Array.from({ length: 2000 }, () => random.below(7)));
    expect(drawn).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
    expect(Array.from({ length: 10 }, () => random.below(1))).toEqual(Array.from({ length: 10 }, () => 0));
  });
});

test("one seed gives one sequence, another seed another", () => {
  const draw = (seed: number): (number | string)[] => {
    const random = seededRandom(seed);
    return [random.below(1000), random.uuid(), random.below(1000), random.uuid()];
  };
  expect(draw(42)).toEqual(draw(42));
  expect(draw(42)).not.toEqual(draw(43));
});

test("seeds are unsigned integers of 32 bits", () => {
  for (const seed of Array.from({ length: 100 }, newSeed)) {
    expect(Number.isInteger(seed)).toBe(true);
    expect(seed).toBeGreaterThanOrEqual(0);
    expect(seed).toBeLessThan(2 ** 32);
  }
});

test("a seeded source goes on from the state of another, and from an earlier one of its own", () => {
  const random = seededRandom(7);
  random.uuid();
  const { state } = random;
  const made = [random.uuid(), random.below(1000)];
  const other = seededRandom(state);
  expect([other.uuid(), other.below(1000)]).toEqual(made);
  random.resume(state);
  expect([random.uuid(), random.below(1000)]).toEqual(made);
});

test("only a seeded source is repeatable", () => {
  expect([isRepeatable(seededRandom(1)), isRepeatable(systemRandom)]).toEqual([true, false]);
});

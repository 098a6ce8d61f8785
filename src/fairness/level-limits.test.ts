import { describe, expect, test } from "vitest";
import { newSeed, seededRandom } from "../base/random.ts";
import { allocateSeats } from "./allocate-seats.ts";
import { DemandIntegrator } from "./demand-integrator.ts";
import { type AdjustedLevel, adjustLimits, noDemand, nominalLimits, updateDemand } from "./level-limits.ts";

// The limits of the reference's metrics, with its default objects and 600 seats.
const defaults = [
  { name: "exempt", shares: 0, lendable: 0, limits: [0, 0, 600], current: 0 },
  { name: "catch-all", shares: 5, lendable: 0, limits: [13, 13, 613], current: 30 },
  { name: "global-default", shares: 20, lendable: 50, limits: [49, 24, 649], current: 56 },
  { name: "leader-election", shares: 10, lendable: 0, limits: [25, 25, 625], current: 58 },
  { name: "node-high", shares: 40, lendable: 25, limits: [98, 73, 698], current: 170 },
  { name: "system", shares: 30, lendable: 33, limits: [74, 50, 674], current: 117 },
  { name: "workload-high", shares: 40, lendable: 50, limits: [98, 49, 698], current: 114 },
  { name: "workload-low", shares: 100, lendable: 90, limits: [245, 24, 845], current: 56 },
];
const shareSum = 245;

function idleLevels(): AdjustedLevel[] {
  return defaults.map(({ name, shares, lendable }) => ({
    ...nominalLimits(
      { nominalConcurrencyShares: shares, lendablePercent: lendable, borrowingLimitPercent: undefined },
      600,
      shareSum,
    ),
    isExempt: name === "exempt",
    demand: noDemand,
    current: 0,
  }));
}

test("nominalLimits() returns the reference's limits of the default levels", () => {
  expect(idleLevels().map(({ nominal, min, max }) => [nominal, min, max])).toEqual(
    defaults.map(({ limits }) => limits),
  );
});

test("a borrowing limit is a part of the nominal seats", () => {
  const shares = { nominalConcurrencyShares: 10, lendablePercent: 33, borrowingLimitPercent: 50 };
  expect(nominalLimits(shares, 100, 20)).toEqual({ nominal: 50, min: 33, max: 75 });
});

test("adjustLimits() distributes the seats of idle levels as the reference", () => {
  const { current, fairProportion } = adjustLimits(idleLevels());
  expect(current).toEqual(defaults.map(({ current: seats }) => seats));
  expect(fairProportion).toBeCloseTo(2.3333, 3);
});

test("a level with demand borrows the seats that idle levels lend", () => {
  const levels = idleLevels().map((level, index) =>
    index === 2 ? { ...level, demand: { average: 300, deviation: 0, highWatermark: 300, smoothed: 300 } } : level,
  );
  const { current } = adjustLimits(levels);
  expect(current[2]).toBeGreaterThan(200);
  for (const [index, { min, max }] of levels.entries()) {
    if (index === 0) continue;
    expect(current[index]).toBeGreaterThanOrEqual(min);
    expect(current[index]).toBeLessThanOrEqual(max);
  }
});

test("exempt requests leave fewer seats, but no level gets less than it must keep", () => {
  const busy = (seats: number) =>
    adjustLimits(
      idleLevels().map((level) =>
        level.isExempt
          ? { ...level, demand: { ...noDemand, highWatermark: seats } }
          : { ...level, demand: { ...noDemand, highWatermark: 40 } },
      ),
    ).current;
  expect(busy(600)).toEqual([600, 13, 24, 25, 73, 50, 49, 24]);
  // With 272 seats left, all levels get 14 of the 32 seats between their smallest limits (258) and their needs (290).
  expect(busy(330)[2]).toBe(24 + Math.round((16 * 14) / 32));
});

describe("allocateSeats()", () => {
  test("rejects sums that the bounds do not allow", () => {
    expect(allocateSeats(5, [{ lowerBound: 6, upperBound: 9, target: 6 }])).toBeUndefined();
    expect(allocateSeats(10, [{ lowerBound: 6, upperBound: 9, target: 6 }])).toBeUndefined();
  });

  test("distributes in proportion to the targets, within the bounds", () => {
    const classes = [
      { lowerBound: 0, upperBound: 100, target: 10 },
      { lowerBound: 0, upperBound: 12, target: 20 },
      { lowerBound: 40, upperBound: 100, target: 40 },
    ];
    const allocation = allocateSeats(60, classes);
    expect(allocation?.seats[1]).toBe(12);
    expect(allocation?.seats[2]).toBe(40);
    expect(allocation?.seats[0]).toBeCloseTo(8, 9);
  });

  test("returns the whole sum with one proportion for all levels that no bound restricts", () => {
    const seed = newSeed();
    const random = seededRandom(seed);
    for (let round = 0; round < 300; round++) {
      const classes = Array.from({ length: 1 + random.below(8) }, () => {
        const lowerBound = random.below(20);
        return { lowerBound, upperBound: lowerBound + random.below(40), target: lowerBound + random.below(30) };
      });
      const low = classes.reduce((sum, { lowerBound }) => sum + lowerBound, 0);
      const high = classes.reduce((sum, { upperBound }) => sum + upperBound, 0);
      const sum = low + random.below(high - low + 1);
      const { seats, fairProportion } = allocateSeats(sum, classes) ?? { seats: [], fairProportion: 0 };
      const description = `seed ${seed}, round ${round}: ${JSON.stringify({ classes, sum, seats })}`;
      expect(
        seats.reduce((total, value) => total + value, 0),
        description,
      ).toBeCloseTo(sum, 4);
      for (const [index, { lowerBound, upperBound, target }] of classes.entries()) {
        const seat = seats[index] ?? 0;
        const isRestricted = Math.abs(seat - lowerBound) < 1e-6 || Math.abs(seat - upperBound) < 1e-6;
        if (!isRestricted) expect(seat, description).toBeCloseTo(Math.max(target, 0.001) * fairProportion, 6);
      }
    }
  });
});

test("demand rises at once, and is halved after five minutes", () => {
  const integrator = new DemandIntegrator(0);
  integrator.set(10, 0);
  let demand = updateDemand(noDemand, integrator.reset(10_000));
  expect(demand).toEqual({ average: 10, deviation: 0, highWatermark: 10, smoothed: 10 });
  integrator.set(0, 10_000);
  for (let period = 2; period <= 31; period++) demand = updateDemand(demand, integrator.reset(period * 10_000));
  expect(demand.smoothed).toBeCloseTo(5, 1);
  expect(demand.highWatermark).toBe(0);
});

test("demand counts its average and its deviation", () => {
  const integrator = new DemandIntegrator(0);
  integrator.set(8, 5000);
  integrator.set(4, 10_000);
  const { average, deviation, max } = integrator.reset(10_000);
  expect({ average, deviation, max }).toEqual({ average: 4, deviation: 4, max: 8 });
});

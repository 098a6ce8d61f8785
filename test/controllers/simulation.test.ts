import { expect, test } from "vitest";
import { newSeed } from "../../src/base/random.ts";
import { simulate } from "./simulation/simulate.ts";

/** With this seed, two managers sign the same ConfigMap in turns while the clock stands still. */
const fightSeed = 980_018_983;

/** `npm run simulation` runs a thousand seeds. */
const seeds = [fightSeed, ...Array.from({ length: 5 }, () => newSeed())];

test.each(seeds)(
  "a simulated cluster satisfies all invariants after the last fault (seed %i)",
  { timeout: 60_000 },
  async (seed) => {
    const { violations, gone } = await simulate(seed);
    expect(violations).toEqual([]);
    expect(gone).toBeGreaterThan(0);
  },
);

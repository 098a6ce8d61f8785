import { expect, test } from "vitest";
import { newSeed, seededRandom } from "../../src/base/random.ts";
import { RandomEvaluations } from "./evaluate-random.ts";

const expressions = 3000;

test("random expressions never crash the engine, and never exceed their budget", () => {
  const seed = newSeed();
  const evaluations = new RandomEvaluations(seededRandom(seed));
  for (let count = 0; count < expressions; count++) {
    expect(() => evaluations.evaluateNext(), `seed ${seed}`).not.toThrow();
  }
  // The generator loses its purpose if most expressions are invalid.
  const { rejected, values, errors } = evaluations.counts;
  expect(rejected, `seed ${seed}`).toBeLessThan(expressions / 2);
  expect(values, `seed ${seed}`).toBeGreaterThan(expressions / 10);
  expect(errors, `seed ${seed}`).toBeGreaterThan(expressions / 50);
});

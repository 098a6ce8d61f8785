import { describe, expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import { compile, dynType, EvaluationCancelled, type EvaluationLimits, extend, fromJson } from "../index.ts";
import { clusterEnvironments } from "../library/index.ts";

const { forNewExpressions } = clusterEnvironments({ vocabulary: vocabularies.kubernetes });
const environment = extend(forNewExpressions, { variables: { self: dynType } });
const program = compile("self.all(x, true)", environment);
const list = { self: fromJson(Array.from({ length: 1000 }, () => 0)) };

/** Evaluates until a deadline of 100 ms. The clock advances by `stepsMs` from one reading to the next. Returns the readings. */
function readings(stepsMs: (reading: number) => number): number {
  let [count, time] = [0, 0];
  const nowMs = (): number => {
    time += stepsMs(count++);
    return time;
  };
  cancelled({ deadline: { atMs: 100, nowMs } });
  return count;
}

function cancelled(limits: EvaluationLimits): EvaluationCancelled {
  try {
    program.evaluate(list, limits);
  } catch (error) {
    if (error instanceof EvaluationCancelled) return error;
    throw error;
  }
  throw new Error("the evaluation was not cancelled");
}

describe("the limits of an evaluation", () => {
  test("an evaluation that exceeds its cost is cancelled and names the limit", () => {
    const { limit, message } = cancelled({ costMax: 100 });
    expect([limit, message]).toEqual(["cost", "operation cancelled: actual cost limit exceeded"]);
  });

  test("an evaluation whose deadline has passed is cancelled in its first iteration", () => {
    let iterations = 0;
    const { limit, message } = cancelled({
      deadline: {
        atMs: 0,
        nowMs: () => {
          iterations++;
          return 1;
        },
      },
    });
    expect([limit, message, iterations]).toEqual(["deadline", "operation interrupted", 1]);
  });

  test("an evaluation within its deadline has a result", () => {
    expect(program.evaluate(list, { deadline: { atMs: 100, nowMs: () => 100 } }).value).toBe(true);
  });

  test("the clock is read after every slow iteration, so that a deadline is exceeded by one of them", () => {
    expect(readings(() => 10)).toBe(11);
  });

  test("the clock is read after 16 fast iterations, and after each one once they become slow", () => {
    let reads = 0;
    program.evaluate(list, {
      deadline: {
        atMs: 100,
        nowMs: () => {
          reads++;
          return 0;
        },
      },
    });
    expect(reads).toBeGreaterThanOrEqual(Math.floor(1000 / 16));
    expect(reads).toBeLessThan(100);
    // 20 readings of a fast clock, then 10 ms each until 100 ms are over.
    expect(readings((reading) => (reading < 20 ? 0 : 10))).toBe(20 + 11);
  });
});

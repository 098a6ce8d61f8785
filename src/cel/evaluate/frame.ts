/** The state of one evaluation. */
import type { Value } from "../values/index.ts";

/** An evaluation that was ended because it costs too much or takes too long. */
export class EvaluationCancelled extends Error {
  override readonly name = "EvaluationCancelled";
}

/** How much an evaluation may cost, and how long it may take. */
export interface EvaluationLimits {
  /** Default: no limit. */
  readonly costMax?: number;
  /** When the evaluation must end. Default: no limit. */
  readonly deadline?: {
    readonly atMs: number;
    /** Returns the time on the clock of `atMs`. */
    readonly nowMs: () => number;
  };
}

const iterationsBetweenChecks = 100;

/** Values of variables, and the cost so far. */
export class Frame {
  /** By the numbers that the planner gave to variables. Undefined: the variable has no value. */
  readonly slots: (Value | undefined)[];
  cost = 0;
  readonly #costMax: number;
  readonly #deadline: EvaluationLimits["deadline"];
  #iterations = 0;

  /** @param slots the values of variables, and room for those of comprehensions */
  constructor(slots: (Value | undefined)[], limits: EvaluationLimits) {
    this.slots = slots;
    this.#costMax = limits.costMax ?? Number.POSITIVE_INFINITY;
    this.#deadline = limits.deadline;
  }

  /** Adds to the cost. @throws EvaluationCancelled if the limit is exceeded */
  charge(units: number): void {
    this.cost += units;
    if (this.cost > this.#costMax) {
      throw new EvaluationCancelled("operation cancelled: actual cost limit exceeded");
    }
  }

  /** Counts an iteration of a loop. @throws EvaluationCancelled after the deadline */
  countIteration(): void {
    if (++this.#iterations % iterationsBetweenChecks !== 0) return;
    if (this.#deadline && this.#deadline.nowMs() > this.#deadline.atMs) {
      throw new EvaluationCancelled("operation interrupted");
    }
  }
}

/** Evaluates a part of an expression. Adds its cost to the frame. */
export type EvaluationStep = (frame: Frame) => Value;

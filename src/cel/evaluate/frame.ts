/** The state of one evaluation. */
import type { Value } from "../values/index.ts";

/** An evaluation that was ended because it costs too much or takes too long. */
export class EvaluationCancelled extends Error {
  override readonly name = "EvaluationCancelled";
  /** The limit that was exceeded. After a deadline, the same evaluation with more time can have a result. */
  readonly limit: "cost" | "deadline";
  /** The cost until the evaluation was ended. */
  readonly cost: number;

  constructor(limit: "cost" | "deadline", cost: number) {
    super(limit === "cost" ? "operation cancelled: actual cost limit exceeded" : "operation interrupted");
    this.limit = limit;
    this.cost = cost;
  }
}

/** How much an evaluation may cost, and how long it may take. */
export interface EvaluationLimits {
  /** Default: no limit. */
  readonly costMax?: number;
  /**
   * When the evaluation must end. It can take longer by up to `iterationsMax` iterations of a macro, because the clock is
   * only read there. Default: no limit.
   */
  readonly deadline?: {
    readonly atMs: number;
    /** Returns the time on the clock of `atMs`. */
    readonly nowMs: () => number;
  };
}

/** The greatest number of iterations after which the clock is read. More would save less than a twentieth of their time. */
const iterationsMax = 16;
/** Above this time between two readings, the clock is read after each iteration. */
const slowMs = 1;

/** Values of variables, and the cost so far. */
export class Frame {
  /** By the numbers that the planner gave to variables. Undefined: the variable has no value. */
  readonly slots: (Value | undefined)[];
  cost = 0;
  readonly #costMax: number;
  readonly #deadline: EvaluationLimits["deadline"];
  /** Iterations from one reading of the clock to the next, and those that are left until then. */
  #interval = 1;
  #iterationsLeft = 1;
  #readMs = Number.NEGATIVE_INFINITY;

  /** @param slots the values of variables, and room for those of comprehensions */
  constructor(slots: (Value | undefined)[], limits: EvaluationLimits) {
    this.slots = slots;
    this.#costMax = limits.costMax ?? Number.POSITIVE_INFINITY;
    this.#deadline = limits.deadline;
  }

  /** Adds to the cost. @throws EvaluationCancelled if the limit is exceeded */
  charge(units: number): void {
    this.cost += units;
    if (this.cost > this.#costMax) throw new EvaluationCancelled("cost", this.cost);
  }

  /** Counts an iteration of a loop. @throws EvaluationCancelled after the deadline */
  countIteration(): void {
    if (this.#deadline !== undefined && --this.#iterationsLeft === 0) this.#checkDeadline(this.#deadline);
  }

  /** Costs do not bound the time of an iteration, so the clock is read more often if iterations are slow. */
  #checkDeadline({ atMs, nowMs }: NonNullable<EvaluationLimits["deadline"]>): void {
    const now = nowMs();
    if (now > atMs) throw new EvaluationCancelled("deadline", this.cost);
    this.#interval = now - this.#readMs > slowMs ? 1 : Math.min(this.#interval * 2, iterationsMax);
    this.#iterationsLeft = this.#interval;
    this.#readMs = now;
  }
}

/** Evaluates a part of an expression. Adds its cost to the frame. */
export type EvaluationStep = (frame: Frame) => Value;

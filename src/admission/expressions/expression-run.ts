/** Evaluates the expressions of one policy or webhook on one request, within a common budget. */
import { fairTurns } from "../../base/fair-turns.ts";
import { workTimer } from "../../base/work-timer.ts";
import {
  type Bindings,
  type Compilation,
  EvaluationCancelled,
  EvaluationError,
  type EvaluationLimits,
  fieldNamed,
  MapValue,
  type Program,
  type Value,
} from "../../cel/index.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { RequestValues } from "./request-values.ts";

/** Greatest cost of one evaluation, as in the reference. */
const evaluationCostMax = 1_000_000;
/**
 * Longest duration of the first attempt to evaluate an expression. Costs do not bound the time, and other requests wait meanwhile. An
 * evaluation that does not end in time starts again in a separate turn.
 */
const firstAttemptMs = 20;
/**
 * Longest durations of the attempts in separate turns. V8 optimizes the expression meanwhile. Only these attempts measure processor
 * time instead of elapsed time, because reading it takes longer than most evaluations.
 */
const laterAttemptsMs: readonly number[] = [40, 40, 40];

/** An expression of a policy or webhook. */
export interface RequestExpression {
  /** The expression as messages show it. */
  readonly text: string;
  /** Undefined if the expression cannot be used. */
  readonly program: Program | undefined;
  /** Why the expression cannot be used. */
  readonly fault: string;
}

/** Returns an expression after its compilation. */
export function requestExpression(text: string, { program, fault }: Compilation): RequestExpression {
  return { text, program, fault: fault?.detail ?? "" };
}

/** The expressions together cost more than their budget. */
export class OutOfBudget extends Error {
  override readonly name = "OutOfBudget";

  constructor() {
    super("validation failed due to running out of cost budget, no further validation rules will be run");
  }
}

/** Budget and values of a run, besides the values of the request. */
export interface RunOptions {
  /** Greatest cost of all evaluations together. */
  readonly budget: number;
  /** The value of `params`. Undefined if the policy has none. */
  readonly params?: Value | undefined;
  /** The policy's variables by their names. */
  readonly variables?: ReadonlyMap<string, RequestExpression>;
  /** False: as in the reference, `authorizer` has no value, although expressions may use it. Default: true. */
  readonly hasAuthorizer?: boolean;
  /** Returns monotonic time in milliseconds. */
  readonly nowMs: () => number;
  /** Receives the results of expressions and variables. */
  readonly observe?: ObserveExpression | undefined;
}

/** The result of an expression. */
export interface ExpressionOutcome {
  /** An EvaluationError if there is none. */
  readonly value: Value;
  /** Without the cost of variables. */
  readonly cost: number;
}

/** Receives the result of an expression or a variable. */
export type ObserveExpression = (expression: RequestExpression, outcome: ExpressionOutcome) => void;

const noVariables: ReadonlyMap<string, RequestExpression> = new Map();

/** Evaluates expressions. Each variable is evaluated once, when it is first used. */
export class ExpressionRun {
  readonly #values: RequestValues;
  readonly #options: RunOptions;
  readonly #variables: LazyVariables;
  readonly #bindings: Bindings;
  #budget: number;
  /** The limits of the present attempt. */
  #limits: EvaluationLimits = { costMax: evaluationCostMax };

  constructor(values: RequestValues, options: RunOptions) {
    const { variables = noVariables, hasAuthorizer = true, params = null } = options;
    this.#values = values;
    this.#options = options;
    this.#budget = options.budget;
    this.#variables = new LazyVariables(variables, (variable, program) => {
      const outcome = this.#evaluateOnce(program);
      options.observe?.(variable, outcome);
      return outcome;
    });
    this.#bindings = (name) => {
      if (name === "params") return params;
      if (name === "variables") return this.#variables;
      if (!hasAuthorizer && name.startsWith("authorizer")) return undefined;
      return values.get(name);
    };
  }

  /** The budget that is left. */
  get budget(): number {
    return this.#budget;
  }

  /**
   * Returns the result, or an `EvaluationError` with the message of the reference. Returns it synchronously if possible.
   * @throws OutOfBudget
   */
  evaluate(expression: RequestExpression): Value | Promise<Value> {
    const { program, fault } = expression;
    if (!program) {
      const value = new EvaluationError(`compilation error: ${fault}`);
      this.#options.observe?.(expression, { value, cost: 0 });
      return value;
    }
    const outcome = fairTurns.isOver ? undefined : this.#firstAttempt(program);
    if (outcome === undefined || outcome instanceof Promise) return this.#evaluateLater(expression, program, outcome);
    return this.#resultOf(expression, outcome);
  }

  /** @param first the first attempt, if there was one */
  async #evaluateLater(
    expression: RequestExpression,
    program: Program,
    first: Promise<ExpressionOutcome | undefined> | undefined,
  ): Promise<Value> {
    const outcome = (await first) ?? (await this.#laterAttempts(program));
    return this.#resultOf(expression, outcome);
  }

  /** @throws OutOfBudget */
  #resultOf(expression: RequestExpression, outcome: ExpressionOutcome): Value {
    this.#options.observe?.(expression, outcome);
    const { value, cost } = outcome;
    this.#charge(this.#variables.takeCost());
    this.#charge(cost);
    if (!(value instanceof EvaluationError)) return value;
    return new EvaluationError(`expression '${expression.text}' resulted in error: ${value.message}`);
  }

  #charge(cost: number): void {
    if (cost > this.#budget) throw new OutOfBudget();
    this.#budget -= cost;
  }

  #firstAttempt(program: Program): ExpressionOutcome | undefined | Promise<ExpressionOutcome | undefined> {
    const { nowMs } = this.#options;
    return this.#attempt(program, () => ({ atMs: nowMs() + firstAttemptMs, nowMs }));
  }

  async #laterAttempts(program: Program): Promise<ExpressionOutcome> {
    const { nowMs } = this.#options;
    for (const atMs of laterAttemptsMs) {
      await fairTurns.next();
      const outcome = await this.#attempt(program, () => ({ atMs, nowMs: workTimer(nowMs, atMs) }));
      if (outcome) return outcome;
    }
    return { value: new EvaluationError("operation interrupted"), cost: 0 };
  }

  /**
   * Returns undefined if the evaluation has taken too long. Returns a promise if it waits for the authorizer.
   * @param deadline called when the evaluation starts, which it also does after each decision that it waited for
   */
  #attempt(
    program: Program,
    deadline: () => NonNullable<EvaluationLimits["deadline"]>,
  ): ExpressionOutcome | undefined | Promise<ExpressionOutcome | undefined> {
    return this.#values.decisions.evaluate(() => {
      this.#limits = { costMax: evaluationCostMax, deadline: deadline() };
      return this.#evaluateInTime(program);
    });
  }

  /** Returns undefined if the evaluation has taken too long. */
  #evaluateInTime(program: Program): ExpressionOutcome | undefined {
    try {
      return this.#evaluateOnce(program);
    } catch (error) {
      if (error instanceof EvaluationCancelled) return undefined;
      throw error;
    }
  }

  /** @throws EvaluationCancelled after the deadline */
  #evaluateOnce(program: Program): ExpressionOutcome {
    try {
      return program.evaluate(this.#bindings, this.#limits);
    } catch (error) {
      if (!(error instanceof EvaluationCancelled) || error.limit === "deadline") throw error;
      return { value: new EvaluationError(error.message), cost: error.cost };
    }
  }
}

/** The value of `variables`. */
class LazyVariables extends MapValue {
  readonly #expressions: ReadonlyMap<string, RequestExpression>;
  readonly #evaluate: (expression: RequestExpression, program: Program) => ExpressionOutcome;
  readonly #values = new Map<string, Value>();
  #cost = 0;

  constructor(
    expressions: ReadonlyMap<string, RequestExpression>,
    evaluate: (expression: RequestExpression, program: Program) => ExpressionOutcome,
  ) {
    super();
    this.#expressions = expressions;
    this.#evaluate = evaluate;
  }

  override get size(): number {
    return this.#expressions.size;
  }

  override keys(): Iterable<Value> {
    return this.#expressions.keys();
  }

  override get(key: Value): Value | undefined {
    if (typeof key !== "string") return undefined;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const expression = fieldNamed(this.#expressions, key);
    if (!expression) return undefined;
    const value = this.#valueOf(key, expression);
    this.#values.set(key, value);
    return value;
  }

  /** As in the reference, the test for a variable evaluates it. */
  override has(key: Value): boolean | EvaluationError {
    const value = this.get(key);
    return value instanceof EvaluationError ? value : value !== undefined;
  }

  /** Returns the cost of the variables that were evaluated since the last call. */
  takeCost(): number {
    const cost = this.#cost;
    this.#cost = 0;
    return cost;
  }

  #valueOf(name: string, expression: RequestExpression): Value {
    const { program, fault } = expression;
    const fails = (step: string, why: string): Value =>
      new EvaluationError(`composited variable ${goQuote(name)} fails to ${step}: ${why}`);
    if (!program) return fails("compile", fault);
    const { value, cost } = this.#evaluate(expression, program);
    this.#cost += cost;
    return value instanceof EvaluationError ? fails("evaluate", value.message) : value;
  }
}

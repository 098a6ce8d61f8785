/** Expressions that can be evaluated. */
import type { CheckedExpression } from "../check/index.ts";
import type { Environment } from "../declarations/index.ts";
import type { Type } from "../types/index.ts";
import { EvaluationError, UnhashableElement, type Value } from "../values/index.ts";
import { type EvaluationLimits, type EvaluationStep, Frame } from "./frame.ts";
import { Planner } from "./planner.ts";

/** Values of variables by their full names. A function is called once for each variable that the expression uses. */
export type Bindings = Readonly<Record<string, Value>> | ((name: string) => Value | undefined);

/** The result of an evaluation. */
export interface Evaluation {
  /** An `EvaluationError` if the evaluation has failed. */
  readonly value: Value;
  readonly cost: number;
}

const noBindings: Bindings = {};
const noLimits: EvaluationLimits = {};

/** A variable of the environment that an expression uses. */
interface BoundVariable {
  readonly name: string;
  readonly slot: number;
  /** Whether plain objects inherit a member of this name. For other names, the slow test of own members is not needed. */
  readonly isInherited: boolean;
}

/** An expression that can be evaluated any number of times, also while another evaluation of it runs. */
export class Program {
  readonly type: Type;
  /** The names of the environment's variables that the expression uses. */
  readonly variables: readonly string[];
  readonly #step: EvaluationStep;
  readonly #boundVariables: readonly BoundVariable[];
  readonly #emptySlots: readonly undefined[];

  constructor(type: Type, step: EvaluationStep, variables: ReadonlyMap<string, number>, slotCount: number) {
    this.type = type;
    this.variables = [...variables.keys()];
    this.#step = step;
    this.#boundVariables = Array.from(variables, ([name, slot]) => ({
      name,
      slot,
      isInherited: name in Object.prototype,
    }));
    this.#emptySlots = Array.from({ length: slotCount }, () => undefined);
  }

  /** Evaluates the expression. @throws EvaluationCancelled if a limit is exceeded */
  evaluate(bindings: Bindings = noBindings, limits: EvaluationLimits = noLimits): Evaluation {
    const slots: (Value | undefined)[] = this.#emptySlots.slice();
    for (const variable of this.#boundVariables) slots[variable.slot] = valueOf(bindings, variable);
    const frame = new Frame(slots, limits);
    return { value: valueOfStep(this.#step, frame), cost: frame.cost };
  }
}

/** Returns the value of a whole expression. */
function valueOfStep(step: EvaluationStep, frame: Frame): Value {
  try {
    return step(frame);
  } catch (error) {
    if (error instanceof UnhashableElement) return new EvaluationError(error.message);
    throw error;
  }
}

function valueOf(bindings: Bindings, { name, isInherited }: BoundVariable): Value | undefined {
  if (typeof bindings === "function") return bindings(name);
  const isOwn = (!isInherited && Object.getPrototypeOf(bindings) === Object.prototype) || Object.hasOwn(bindings, name);
  return isOwn ? bindings[name] : undefined;
}

/** Plans a checked expression. @throws PlanError if one of its constants cannot be converted */
export function plan(checked: CheckedExpression, environment: Environment): Program {
  const planner = new Planner(checked, environment);
  const step = planner.plan();
  return new Program(checked.resultType, step, planner.slots.global, planner.slots.count);
}

/**
 * The planner turns a checked expression into functions that evaluate it. Constants are evaluated in
 * advance, and cost nothing then. The costs equal those of the reference, see `docs/cel.md`.
 */
import type { CheckedExpression, FunctionReference, IdentifierReference } from "../check/index.ts";
import type { Environment } from "../declarations/index.ts";
import type {
  CallExpression,
  Comprehension,
  Expression,
  ListLiteral,
  MapLiteral,
  ObjectLiteral,
  Select,
} from "../syntax/index.ts";
import { dynType, type Type } from "../types/index.ts";
import { EvaluationError, ListValue, type Value } from "../values/index.ts";
import { Attribute, type Qualifier } from "./attribute.ts";
import { type Callee, callStep } from "./calls.ts";
import { type EvaluationStep, Frame } from "./frame.ts";
import { listStep, mapStep, objectStep } from "./literals.ts";
import { alternativeStep, andStep, equalityStep, orStep } from "./logic.ts";
import { loopStep } from "./loop.ts";
import { membershipStep } from "./membership.ts";
import { constantOf, type Planned, type PlannedArgument, stepOf } from "./planned.ts";
import { Slots } from "./slots.ts";

/** An expression that cannot be evaluated because one of its constants cannot be converted. */
export class PlanError extends Error {
  override readonly name = "PlanError";
}

const conversions: ReadonlySet<string> = new Set([
  "bool",
  "bytes",
  "double",
  "dyn",
  "duration",
  "int",
  "string",
  "timestamp",
  "type",
  "uint",
]);

/** Plans an expression. */
export class Planner {
  readonly slots = new Slots();
  readonly #checked: CheckedExpression;
  readonly #environment: Environment;

  constructor(checked: CheckedExpression, environment: Environment) {
    this.#checked = checked;
    this.#environment = environment;
  }

  /** Returns the step of the whole expression. @throws PlanError */
  plan(): EvaluationStep {
    return this.#step(this.#checked.parsed.root);
  }

  #step(node: Expression): EvaluationStep {
    return stepOf(this.#plan(node));
  }

  #plan(node: Expression): Planned {
    switch (node.kind) {
      case "constant":
        return constantOf(node.value);
      case "identifier":
        return this.#identifier(this.#reference(node.id) as IdentifierReference);
      case "select":
        return this.#select(node);
      case "call":
        return this.#call(node);
      case "list":
        return this.#list(node);
      case "map":
        return this.#map(node);
      case "object":
        return this.#object(node);
      case "comprehension":
        return this.#comprehension(node);
    }
  }

  #reference(id: number): IdentifierReference | FunctionReference | undefined {
    return this.#checked.references[id];
  }

  #typeOf({ id }: Expression): Type {
    return this.#checked.types[id] ?? dynType;
  }

  #identifier({ name, value }: IdentifierReference): Planned {
    if (value !== undefined) return constantOf(value);
    const attribute = new Attribute({ kind: "variable", slot: this.slots.slotOf(name), name });
    return { kind: "attribute", attribute };
  }

  /** Returns the attribute to which a selection from the operand is added. */
  #attribute(operand: Planned): Attribute {
    return operand.kind === "attribute" ? operand.attribute : new Attribute({ kind: "value", step: stepOf(operand) });
  }

  #qualified(operand: Planned, qualifier: Partial<Qualifier>): Planned {
    const attribute = this.#attribute(operand);
    attribute.qualify({ key: undefined, keyStep: undefined, isOptional: false, testOnly: false, ...qualifier });
    return { kind: "attribute", attribute };
  }

  #select(node: Select): Planned {
    const reference = this.#reference(node.id);
    if (reference?.kind === "identifier") return this.#identifier(reference);
    return this.#qualified(this.#plan(node.operand), { key: node.field, testOnly: node.testOnly });
  }

  #call(node: CallExpression): Planned {
    const reference = this.#reference(node.id) as FunctionReference;
    const operands = node.target && !reference.isQualified ? [node.target, ...node.args] : node.args;
    const planned = operands.map((operand) => this.#plan(operand));
    const special = this.#operator(reference.name, planned);
    if (special) return special;
    const args = operands.map((operand, index): PlannedArgument => {
      const argument = planned[index] as Planned;
      return { planned: argument, step: stepOf(argument), type: this.#typeOf(operand) };
    });
    return this.#functionCall(reference, args);
  }

  /** Plans the operators that do not evaluate all operands or that select. */
  #operator(name: string, planned: readonly Planned[]): Planned | undefined {
    const [first, second, third] = planned as [Planned, Planned, Planned];
    switch (name) {
      case "_&&_":
        return { kind: "step", step: andStep(stepOf(first), stepOf(second)) };
      case "_||_":
        return { kind: "step", step: orStep(stepOf(first), stepOf(second)) };
      case "_?_:_":
        return this.#conditional(stepOf(first), second, third);
      case "_==_":
      case "_!=_":
        return { kind: "step", step: equalityStep(stepOf(first), stepOf(second), name === "_==_") };
      case "_[_]":
        return this.#qualified(first, this.#key(second));
      case "_[?_]":
      case "_?._":
        return this.#qualified(first, { ...this.#key(second), isOptional: true });
      case "or":
      case "orValue":
        return planned.length === 2
          ? { kind: "step", step: alternativeStep(stepOf(first), stepOf(second), name === "or") }
          : undefined;
      default:
        return undefined;
    }
  }

  #conditional(condition: EvaluationStep, whenTrue: Planned, whenFalse: Planned): Planned {
    const base = {
      kind: "conditional",
      condition,
      whenTrue: this.#attribute(whenTrue),
      whenFalse: this.#attribute(whenFalse),
    } as const;
    return { kind: "attribute", attribute: new Attribute(base) };
  }

  /** A key that is an attribute costs only its selections. */
  #key(key: Planned): Partial<Qualifier> {
    if (key.kind === "constant") return { key: key.value };
    return { keyStep: key.kind === "attribute" ? key.attribute.resolver() : key.step };
  }

  #functionCall(reference: FunctionReference, args: readonly PlannedArgument[]): Planned {
    const callee = this.#callee(reference, args);
    const [first, second] = args;
    if (
      reference.overloadIds.length === 1 &&
      reference.overloadIds[0] === "in_list" &&
      second?.planned.kind === "constant"
    ) {
      const list = second.planned.value as ListValue;
      if (list.size === 0) return constantOf(false);
      const step = first && membershipStep(first.step, list);
      if (step) return { kind: "step", step };
    }
    const step = callStep(callee, args);
    const isConversion = args.length === 1 && conversions.has(reference.name);
    return isConversion && first?.planned.kind === "constant" ? this.#folded(step) : { kind: "step", step };
  }

  #callee({ name, overloadIds }: FunctionReference, args: readonly PlannedArgument[]): Callee {
    const declaration = this.#environment.function(name);
    if (!declaration) throw new Error(`the environment of the checked expression has no function ${name}`);
    const overloads = declaration.overloads.filter(({ id }) => overloadIds.includes(id));
    const constants = args.map(({ planned }) => (planned.kind === "constant" ? planned.value : undefined));
    const isPrepared = declaration.prepare?.(constants) ?? false;
    if (isPrepared instanceof EvaluationError) throw new PlanError(isPrepared.message);
    const acceptsNull = this.#environment.features.nullableValues === true;
    return { declaration, overloads, isPrepared, acceptsNull };
  }

  /** Evaluates a step that depends on no variable. */
  #folded(step: EvaluationStep): Planned {
    const value = this.#evaluated(step);
    if (value instanceof EvaluationError) throw new PlanError(value.message);
    return constantOf(value);
  }

  #evaluated(step: EvaluationStep): Value {
    return step(new Frame([], {}));
  }

  #list({ elements, optionalIndices }: ListLiteral): Planned {
    const planned = elements.map((element) => this.#plan(element));
    const step = listStep(planned.map(stepOf), new Set(optionalIndices));
    return this.#literal(planned, step);
  }

  /** A literal of constants is a constant, unless its evaluation fails. */
  #literal(parts: readonly Planned[], step: EvaluationStep): Planned {
    if (!parts.every(({ kind }) => kind === "constant")) return { kind: "step", step };
    return constantOf(this.#evaluated(step));
  }

  #map({ entries }: MapLiteral): Planned {
    const planned = entries.map(({ key, value, optional }) => {
      return { key: this.#plan(key), value: this.#plan(value), isOptional: optional };
    });
    const steps = planned.map(({ key, value, isOptional }) => ({ key: stepOf(key), value: stepOf(value), isOptional }));
    return this.#literal(
      planned.flatMap(({ key, value }) => [key, value]),
      mapStep(steps),
    );
  }

  #object({ id, typeName, fields }: ObjectLiteral): Planned {
    const reference = this.#reference(id);
    const steps = fields.map(({ name, value, optional }) => ({ name, value: this.#step(value), isOptional: optional }));
    return { kind: "step", step: objectStep(reference?.name ?? typeName, steps, this.#environment.types) };
  }

  #comprehension(node: Comprehension): Planned {
    const [range, initial] = [this.#step(node.range), this.#step(node.initial)];
    const accumulatorSlot = this.slots.enter(node.accumulator);
    const variableSlot = this.slots.enter(node.variable);
    const variable2Slot = node.variable2 === undefined ? undefined : this.slots.enter(node.variable2);
    const [condition, step] = [this.#step(node.condition), this.#step(node.step)];
    this.slots.leave(variable2Slot === undefined ? 1 : 2);
    const result = this.#step(node.result);
    this.slots.leave(1);
    const steps = { range, initial, condition, step, result, accumulatorSlot, variableSlot, variable2Slot };
    return { kind: "step", step: loopStep(steps) };
  }
}

/**
 * Attributes: variables and other values with the fields and elements that are selected from them. The cost of `a.b.c` is that of
 * one variable and two selections. A branch of a conditional that is an attribute costs only its selections.
 */
import { EvaluationError, noSuchOverload, OptionalValue, type Value } from "../values/index.ts";
import { fieldStep, presenceStep, smallIntFieldStep, type VariableField } from "./fields.ts";
import type { EvaluationStep, Frame } from "./frame.ts";
import { find, isPresent, qualify } from "./qualify.ts";
import { type SmallIntStep, smallIntStepOf } from "./small-ints.ts";

/** The variable or value from which a selection is made. */
export type AttributeBase =
  | { readonly kind: "variable"; readonly slot: number; readonly name: string }
  | { readonly kind: "value"; readonly step: EvaluationStep }
  | {
      readonly kind: "conditional";
      readonly condition: EvaluationStep;
      readonly whenTrue: Attribute;
      readonly whenFalse: Attribute;
    };

/** One selection. */
export interface Qualifier {
  /** The key if it is known in advance. */
  readonly key: Value | undefined;
  /** Returns the key otherwise. Its own cost is not that of an attribute. */
  readonly keyStep: EvaluationStep | undefined;
  readonly isOptional: boolean;
  /** Only whether the field is present is asked. */
  readonly testOnly: boolean;
}

/** A base and the selections from it. Selections are added while the planner works. */
export class Attribute {
  readonly base: AttributeBase;
  readonly #qualifiers: Qualifier[] = [];
  #isTest = false;

  constructor(base: AttributeBase) {
    this.base = base;
  }

  /** Adds a selection. Selections from a conditional are selections from both of its branches. */
  qualify(qualifier: Qualifier): void {
    this.#isTest ||= qualifier.testOnly;
    if (this.base.kind !== "conditional") this.#qualifiers.push(qualifier);
    else {
      this.base.whenTrue.qualify(qualifier);
      this.base.whenFalse.qualify(qualifier);
    }
  }

  /** Returns the step that resolves the attribute, without the cost of the variable itself. */
  resolver(): EvaluationStep {
    const { base } = this;
    if (base.kind === "conditional")
      return conditionalStep(base.condition, base.whenTrue.resolver(), base.whenFalse.resolver());
    const general = qualifiedStep(baseStep(base), this.#qualifiers);
    const field = this.#field(general, 0);
    if (!field || this.#isTest) return general;
    return fieldStep(field);
  }

  /** Returns the step that evaluates the attribute. */
  step(): EvaluationStep {
    const { base } = this;
    if (this.#isTest) return this.#testStep();
    if (base.kind === "conditional") return this.resolver();
    if (base.kind === "variable" && this.#qualifiers.length === 0) return variableStep(base.slot, base.name);
    const general = chargingStep(qualifiedStep(baseStep(base), this.#qualifiers));
    const field = this.#field(general, 1);
    return field ? fieldStep(field) : general;
  }

  /** Returns a step that evaluates an attribute of the type int faster; undefined if there is none. */
  smallIntStep(): SmallIntStep | undefined {
    const step = this.step();
    const field = this.#isTest ? undefined : this.#field(step, 1);
    return field && smallIntFieldStep(field, smallIntStepOf(step));
  }

  #testStep(): EvaluationStep {
    const general = testStep(this.resolver(), this.base.kind === "conditional" ? -1 : 0);
    const field = this.#field(general, 0);
    return field ? presenceStep(field) : general;
  }

  /** Returns the field of a variable that the attribute is; undefined if it is something else. */
  #field(general: EvaluationStep, ownCost: number): VariableField | undefined {
    const qualifiers = this.#qualifiers;
    if (this.base.kind !== "variable" || qualifiers.length === 0) return undefined;
    const names: string[] = [];
    for (const { key, isOptional, testOnly } of qualifiers) {
      const isLast = names.length === qualifiers.length - 1;
      if (typeof key !== "string" || isOptional || (testOnly && !isLast)) return undefined;
      names.push(key);
    }
    return { slot: this.base.slot, names, general, ownCost };
  }
}

function chargingStep(resolve: EvaluationStep): EvaluationStep {
  return (frame) => {
    const value = resolve(frame);
    frame.charge(1);
    return value;
  };
}

/** The step of `has()`. It takes back the cost of a variable, even if there was none. */
function testStep(resolve: EvaluationStep, cost: number): EvaluationStep {
  return (frame) => {
    const value = resolve(frame);
    frame.charge(cost);
    return value instanceof OptionalValue ? value.value !== undefined : value;
  };
}

function missingVariable(name: string): EvaluationError {
  return new EvaluationError(`no such attribute(s): ${name}`);
}

function variableStep(slot: number, name: string): EvaluationStep {
  return (frame) => {
    const value = frame.slots[slot];
    frame.charge(1);
    return value === undefined ? missingVariable(name) : value;
  };
}

function baseStep(base: Exclude<AttributeBase, { kind: "conditional" }>): EvaluationStep {
  if (base.kind === "value") return base.step;
  const { slot, name } = base;
  return (frame) => frame.slots[slot] ?? (frame.slots[slot] === null ? null : missingVariable(name));
}

function conditionalStep(
  condition: EvaluationStep,
  whenTrue: EvaluationStep,
  whenFalse: EvaluationStep,
): EvaluationStep {
  return (frame) => {
    const isTrue = condition(frame);
    if (isTrue === true) return whenTrue(frame);
    if (isTrue === false) return whenFalse(frame);
    return isTrue instanceof EvaluationError ? isTrue : noSuchOverload();
  };
}

function qualifiedStep(base: EvaluationStep, qualifiers: readonly Qualifier[]): EvaluationStep {
  if (qualifiers.length === 0) return base;
  return (frame) => {
    const value = base(frame);
    return value instanceof EvaluationError ? value : applyQualifiers(frame, value, qualifiers);
  };
}

/** An optional base or an optional selection makes the result optional. An optional selection that finds nothing costs nothing. */
function applyQualifiers(frame: Frame, base: Value, qualifiers: readonly Qualifier[]): Value {
  let value = base;
  let isOptional = false;
  if (base instanceof OptionalValue) {
    if (base.value === undefined) return base;
    value = base.value;
    isOptional = true;
  }
  for (const qualifier of qualifiers) {
    isOptional ||= qualifier.isOptional;
    const key = qualifier.key !== undefined ? qualifier.key : (qualifier.keyStep?.(frame) ?? null);
    const found = key instanceof EvaluationError ? key : lookup(value, key, qualifier.testOnly);
    if (isOptional) {
      if (found instanceof EvaluationError) return found;
      if (found === undefined) return OptionalValue.none;
    }
    frame.charge(1);
    if (qualifier.testOnly && !(found instanceof EvaluationError)) return found !== undefined;
    value = found ?? (found === null ? null : qualify(value, key));
    if (value instanceof EvaluationError) return value;
  }
  return isOptional ? OptionalValue.of(value) : value;
}

/** Returns the field or element; true for a test that finds it; undefined if there is none. */
function lookup(value: Value, key: Value, testOnly: boolean): Value | undefined {
  if (!testOnly) return find(value, key);
  const present = isPresent(value, key);
  return present === false ? undefined : present;
}

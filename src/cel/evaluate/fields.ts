/**
 * The most frequent selections: fields with constant names from a variable, such as `self.spec.replicas`. All other selections,
 * and those from optional values and errors, are left to the general step, which has the same results and costs.
 */
import { EvaluationError, MapValue, ObjectValue, type Value } from "../values/index.ts";
import type { EvaluationStep } from "./frame.ts";
import { isPresent, qualify } from "./qualify.ts";
import type { SmallIntStep } from "./small-ints.ts";

/** A field of a variable, or of a field of it. */
export interface VariableField {
  /** The slot of the variable. */
  readonly slot: number;
  /** The names of the fields. There is at least one. */
  readonly names: readonly string[];
  /** Makes the same selections from a variable of any type. */
  readonly general: EvaluationStep;
  /** The cost besides that of the selections. */
  readonly ownCost: number;
}

/** Returns the step that selects the field. */
export function fieldStep({ slot, names, general, ownCost }: VariableField): EvaluationStep {
  const count = names.length;
  return (frame) => {
    let value = frame.slots[slot] as Value;
    if (!(value instanceof MapValue || value instanceof ObjectValue)) return general(frame);
    let index = 0;
    while (index < count) {
      value = select(value, names[index++] as string);
      if (value instanceof EvaluationError) break;
    }
    frame.charge(ownCost + index);
    return value;
  };
}

/** Returns the step that tests whether the field is present. The fields before the last one must exist. */
export function presenceStep({ slot, names, general, ownCost }: VariableField): EvaluationStep {
  const last = names.length - 1;
  const name = names[last] as string;
  return (frame) => {
    let value = frame.slots[slot] as Value;
    if (!(value instanceof MapValue || value instanceof ObjectValue)) return general(frame);
    for (let index = 0; index < last; index++) {
      value = select(value, names[index] as string);
      if (!(value instanceof EvaluationError)) continue;
      frame.charge(ownCost + index + 1);
      return value;
    }
    frame.charge(ownCost + names.length);
    return value instanceof MapValue ? value.has(name) : isPresent(value, name);
  };
}

/**
 * Returns the step that selects a field in which the checker expects an int. A field that is missing, or not a small int, is left
 * to the general step before anything is charged.
 */
export function smallIntFieldStep({ slot, names, ownCost }: VariableField, otherwise: SmallIntStep): SmallIntStep {
  const last = names.length - 1;
  const name = names[last] as string;
  const cost = ownCost + names.length;
  return (frame) => {
    let value: Value | undefined = frame.slots[slot];
    for (let index = 0; index < last && value instanceof MapValue; index++) value = value.get(names[index] as string);
    const int = value instanceof MapValue ? value.smallInt(name) : undefined;
    if (int === undefined) return otherwise(frame);
    frame.charge(cost);
    return int;
  };
}

function select(value: Value, name: string): Value {
  if (!(value instanceof MapValue || value instanceof ObjectValue)) return qualify(value, name);
  const found = value.get(name);
  return found === undefined ? qualify(value, name) : found;
}

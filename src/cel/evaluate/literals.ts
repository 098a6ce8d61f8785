/** Literals of lists, maps and objects. */

import { literalCosts, type TypeProvider } from "../declarations/index.ts";
import { runtimeTypeName } from "../types/index.ts";
import {
  ArrayListValue,
  EntryMapValue,
  EvaluationError,
  formatKey,
  OptionalValue,
  typeOfValue,
  type Value,
} from "../values/index.ts";
import type { EvaluationStep } from "./frame.ts";

/** Returns the step of a list. An optional element without a value is left out. */
export function listStep(elements: readonly EvaluationStep[], optionalIndices: ReadonlySet<number>): EvaluationStep {
  const evaluate: EvaluationStep = (frame) => {
    const values: Value[] = [];
    for (let index = 0; index < elements.length; index++) {
      const value = (elements[index] as EvaluationStep)(frame);
      if (value instanceof EvaluationError) return value;
      if (!optionalIndices.has(index)) values.push(value);
      else if (!(value instanceof OptionalValue)) return invalidOptional("element", value);
      else if (value.value !== undefined) values.push(value.value);
    }
    return new ArrayListValue(values);
  };
  return charging(evaluate, literalCosts.list);
}

function charging(evaluate: EvaluationStep, cost: number): EvaluationStep {
  return (frame) => {
    const value = evaluate(frame);
    frame.charge(cost);
    return value;
  };
}

function invalidOptional(part: string, value: Value): EvaluationError {
  return new EvaluationError(
    `cannot initialize optional list ${part} from non-optional value ${runtimeTypeName(typeOfValue(value))}`,
  );
}

/** One entry of a map or field of an object. */
export interface EntrySteps {
  readonly key: EvaluationStep;
  readonly value: EvaluationStep;
  readonly isOptional: boolean;
}

/** Returns the step of a map. An optional entry without a value removes the entry of the same key. */
export function mapStep(entries: readonly EntrySteps[]): EvaluationStep {
  return charging((frame) => {
    const values: (readonly [Value, Value])[] = [];
    for (const { key: keyStep, value: valueStep, isOptional } of entries) {
      const key = keyStep(frame);
      if (key instanceof EvaluationError) return key;
      const value = valueStep(frame);
      if (value instanceof EvaluationError) return value;
      if (!isOptional) values.push([key, value]);
      else if (!(value instanceof OptionalValue)) {
        return new EvaluationError(
          `cannot initialize optional entry '${formatKey(key)}' from non-optional value ${runtimeTypeName(typeOfValue(value))}`,
        );
      } else if (value.value !== undefined) values.push([key, value.value]);
    }
    return EntryMapValue.of(values);
  }, literalCosts.map);
}

/** One field of an object literal. */
export interface FieldSteps {
  readonly name: string;
  readonly value: EvaluationStep;
  readonly isOptional: boolean;
}

/** Returns the step of an object literal. */
export function objectStep(typeName: string, fields: readonly FieldSteps[], types: TypeProvider): EvaluationStep {
  return charging((frame) => {
    const values = new Map<string, Value>();
    for (const { name, value: step, isOptional } of fields) {
      const value = step(frame);
      if (value instanceof EvaluationError) return value;
      if (!isOptional) values.set(name, value);
      else if (!(value instanceof OptionalValue)) {
        return new EvaluationError(
          `cannot initialize optional entry '${name}' from non-optional value ${runtimeTypeName(typeOfValue(value))}`,
        );
      } else if (value.value !== undefined) values.set(name, value.value);
    }
    return types.create?.(typeName, values) ?? new EvaluationError(`unknown type '${typeName}'`);
  }, literalCosts.object);
}

/** Comprehensions. */
import {
  EvaluationError,
  GrowingListValue,
  GrowingMapValue,
  ListValue,
  MapValue,
  ObjectValue,
  type Value,
} from "../values/index.ts";
import type { EvaluationStep, Frame } from "./frame.ts";

/** The parts of a comprehension, and the slots of its variables. */
export interface LoopSteps {
  readonly range: EvaluationStep;
  readonly initial: EvaluationStep;
  readonly condition: EvaluationStep;
  readonly step: EvaluationStep;
  readonly result: EvaluationStep;
  readonly accumulatorSlot: number;
  readonly variableSlot: number;
  /** Undefined for a comprehension with one variable. */
  readonly variable2Slot: number | undefined;
}

/** Returns the step of a comprehension. */
export function loopStep(steps: LoopSteps): EvaluationStep {
  const { range, initial, result, accumulatorSlot } = steps;
  const run = steps.variable2Slot === undefined ? runOverValues : runOverPairs;
  return (frame) => {
    const values = range(frame);
    if (values instanceof EvaluationError) return values;
    frame.slots[accumulatorSlot] = growing(initial(frame));
    return run(frame, values, steps) ?? finished(result(frame));
  };
}

/** An empty list or map is replaced by one that grows, so that each element is added at the cost of one. */
function growing(initial: Value): Value {
  if (initial instanceof ListValue && initial.size === 0) return new GrowingListValue();
  return initial instanceof MapValue && initial.size === 0 ? new GrowingMapValue() : initial;
}

function finished(value: Value): Value {
  return value instanceof GrowingListValue || value instanceof GrowingMapValue ? value.finished() : value;
}

/** Evaluates the loop for one element. Returns false if the loop ends. */
function iterate(frame: Frame, { condition, step, accumulatorSlot }: LoopSteps): boolean {
  const goesOn = condition(frame);
  if (goesOn === false) return false;
  frame.slots[accumulatorSlot] = step(frame);
  frame.countIteration();
  return true;
}

function runOverValues(frame: Frame, values: Value, steps: LoopSteps): EvaluationError | undefined {
  const { variableSlot } = steps;
  if (values instanceof ListValue) {
    for (let index = 0; index < values.size; index++) {
      frame.slots[variableSlot] = values.at(index);
      if (!iterate(frame, steps)) break;
    }
    return undefined;
  }
  const keys = keysOf(values);
  if (!keys) return new EvaluationError(`got '${goTypeName(values)}', expected iterable type`);
  for (const key of keys) {
    frame.slots[variableSlot] = key;
    if (!iterate(frame, steps)) break;
  }
  return undefined;
}

function runOverPairs(frame: Frame, values: Value, steps: LoopSteps): EvaluationError | undefined {
  const { variableSlot, variable2Slot = -1 } = steps;
  if (values instanceof ListValue) {
    for (let index = 0; index < values.size; index++) {
      frame.slots[variableSlot] = BigInt(index);
      frame.slots[variable2Slot] = values.at(index);
      if (!iterate(frame, steps)) break;
    }
    return undefined;
  }
  const keys = keysOf(values);
  if (!keys) return new EvaluationError(`unsupported comprehension range type: ${goTypeName(values)}`);
  for (const key of keys) {
    frame.slots[variableSlot] = key;
    frame.slots[variable2Slot] =
      values instanceof MapValue ? values.get(key) : (values as ObjectValue).get(key as string);
    if (!iterate(frame, steps)) break;
  }
  return undefined;
}

function keysOf(values: Value): Iterable<Value> | undefined {
  return values instanceof MapValue || values instanceof ObjectValue ? values.keys() : undefined;
}

/** The reference's names for values that are no lists and maps. */
function goTypeName(value: Value): string {
  switch (typeof value) {
    case "string":
      return "types.String";
    case "bigint":
      return "types.Int";
    case "number":
      return "types.Double";
    case "boolean":
      return "types.Bool";
    default:
      return value === null ? "types.Null" : `types.${value.constructor.name.replace(/Value$/, "")}`;
  }
}

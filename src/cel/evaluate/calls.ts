/** Calls of functions and operators. */
import type { CallCost, FunctionDeclaration, Implementation, Overload } from "../declarations/index.ts";
import { dynType, runtimeTypeName, type Type, typeParts } from "../types/index.ts";
import {
  Duration,
  EvaluationError,
  ListValue,
  MapValue,
  noSuchOverload,
  ObjectValue,
  OpaqueValue,
  OptionalValue,
  Timestamp,
  TypeValue,
  typeOfValue,
  Uint,
  type Value,
} from "../values/index.ts";
import type { EvaluationStep } from "./frame.ts";
import type { PlannedArgument } from "./planned.ts";

/** The function of a call. */
export interface Callee {
  readonly declaration: FunctionDeclaration;
  /** The overloads that the checker has left. */
  readonly overloads: readonly Overload[];
  /** Whether constant arguments were prepared. */
  readonly isPrepared: boolean;
  /** Whether arguments of any declared type can be null. */
  readonly acceptsNull: boolean;
}

/** Returns the step of a call. */
export function callStep(callee: Callee, args: readonly PlannedArgument[]): EvaluationStep {
  const implementation = implementationOf(callee, args);
  const cost = costOf(callee);
  const isStrict = callee.overloads[0]?.acceptsErrors !== true;
  const [first, second] = args.map(({ step }) => step);
  if (!first) return noArgumentStep(implementation, cost);
  if (!second) return isStrict ? unaryStep(first, implementation, cost) : tolerantStep(first, implementation, cost);
  const isBinary = args.length === 2 && !callee.isPrepared && !isDispatchedByName(callee);
  if (isBinary) return binaryStep(first, second, implementation, cost);
  return manyArgumentsStep(
    args.map(({ step }) => step),
    implementation,
    cost,
  );
}

/** Whether each overload has a separate operation, and the checker has not chosen one of them. */
function isDispatchedByName({ declaration, overloads }: Callee): boolean {
  return overloads.length > 1 && declaration.mismatch === undefined;
}

/** The overload's own cost comes before that of the function if the checker has chosen the overload. */
function costOf({ declaration, overloads }: Callee): CallCost | undefined {
  const [only] = overloads;
  return (overloads.length === 1 ? only?.cost : undefined) ?? declaration.cost;
}

function noArgumentStep(implementation: Implementation, cost: CallCost | undefined): EvaluationStep {
  return (frame) => {
    const result = implementation();
    frame.charge(cost === undefined ? 1 : cost(result));
    return result;
  };
}

function unaryStep(
  argument: EvaluationStep,
  implementation: Implementation,
  cost: CallCost | undefined,
): EvaluationStep {
  if (cost === undefined) {
    return (frame) => {
      const value = argument(frame);
      frame.charge(1);
      return value instanceof EvaluationError ? value : implementation(value);
    };
  }
  return (frame) => {
    const value = argument(frame);
    const result = value instanceof EvaluationError ? value : implementation(value);
    frame.charge(cost(result, value));
    return result;
  };
}

/** The call of a function that also accepts errors. */
function tolerantStep(
  argument: EvaluationStep,
  implementation: Implementation,
  cost: CallCost | undefined,
): EvaluationStep {
  return (frame) => {
    const value = argument(frame);
    const result = implementation(value);
    frame.charge(cost === undefined ? 1 : cost(result, value));
    return result;
  };
}

function binaryStep(
  left: EvaluationStep,
  right: EvaluationStep,
  implementation: Implementation,
  cost: CallCost | undefined,
): EvaluationStep {
  if (cost === undefined) {
    return (frame) => {
      const leftValue = left(frame);
      const rightValue = right(frame);
      frame.charge(1);
      if (leftValue instanceof EvaluationError) return leftValue;
      return rightValue instanceof EvaluationError ? rightValue : implementation(leftValue, rightValue);
    };
  }
  return (frame) => {
    const leftValue = left(frame);
    const rightValue = right(frame);
    let result: Value;
    if (leftValue instanceof EvaluationError) result = leftValue;
    else result = rightValue instanceof EvaluationError ? rightValue : implementation(leftValue, rightValue);
    frame.charge(cost(result, leftValue, rightValue));
    return result;
  };
}

/** After an error, the other arguments are not evaluated, and the call costs nothing. */
function manyArgumentsStep(
  steps: readonly EvaluationStep[],
  implementation: Implementation,
  cost: CallCost | undefined,
): EvaluationStep {
  return (frame) => {
    const values: Value[] = [];
    let failed: EvaluationError | undefined;
    for (const step of steps) {
      const value = step(frame);
      values.push(value);
      if (!(value instanceof EvaluationError)) continue;
      failed = value;
      break;
    }
    const result = failed ?? implementation(...values);
    if (values.length === steps.length) frame.charge(cost === undefined ? 1 : cost(result, ...values));
    return result;
  };
}

/** Returns the function that computes a call. It checks the types of arguments that the checker does not know. */
function implementationOf(callee: Callee, args: readonly PlannedArgument[]): Implementation {
  const [only] = callee.overloads;
  if (callee.overloads.length === 1 && only) {
    const areCertain = !callee.acceptsNull && args.every(({ type }, index) => isCertain(type, only.parameters[index]));
    if (only.acceptsErrors || areCertain) return only.implementation;
  }
  return (...values) => {
    const chosen = callee.overloads.find((overload) => accepts(overload, values));
    return chosen ? chosen.implementation(...values) : new EvaluationError(mismatch(callee, values));
  };
}

function mismatch({ declaration, isPrepared }: Callee, values: readonly Value[]): string {
  if (isPrepared) return noSuchOverload().message;
  const { name, mismatch: text } = declaration;
  if (text !== undefined) return typeof text === "string" ? text : text(...values);
  return `no such overload: ${name}(${values.map((value) => runtimeTypeName(typeOfValue(value))).join(", ")})`;
}

function accepts({ parameters }: Overload, values: readonly Value[]): boolean {
  return (
    parameters.length === values.length && values.every((value, index) => isOfType(value, parameters[index] as Type))
  );
}

/** Whether every value of a checked type is one of the parameter's type, as far as the evaluation distinguishes types. */
function isCertain(type: Type, parameter: Type | undefined): boolean {
  if (parameter === undefined) return false;
  if (parameter.kind === "parameter" || parameter.kind === "dyn") return true;
  if (type.kind !== parameter.kind || runtimeTypeName(type) !== runtimeTypeName(parameter)) return false;
  const [parts, parameterParts] = [typeParts(type), typeParts(parameter)];
  return parameterParts.every((part, index) => isCertain(parts[index] ?? dynType, part));
}

/** Whether a value can be an argument for a parameter of this type. The first element of a list or map is examined, too. */
export function isOfType(value: Value, type: Type): boolean {
  switch (type.kind) {
    case "any":
    case "dyn":
    case "parameter":
      return true;
    case "bool":
      return typeof value === "boolean";
    case "bytes":
      return value instanceof Uint8Array;
    case "double":
      return typeof value === "number";
    case "duration":
      return value instanceof Duration;
    case "error":
      return value instanceof EvaluationError;
    case "int":
      return typeof value === "bigint";
    case "list":
      return value instanceof ListValue && (value.size === 0 || isOfType(value.at(0), type.element));
    case "map":
      return value instanceof ObjectValue || (value instanceof MapValue && isMapOf(value, type.key, type.value));
    case "null":
      return value === null;
    case "string":
      return typeof value === "string";
    case "timestamp":
      return value instanceof Timestamp;
    case "type":
      return value instanceof TypeValue;
    case "uint":
      return value instanceof Uint;
    case "object":
    case "opaque":
      return isOfNamedType(value, type.name);
  }
}

function isMapOf(map: MapValue, keyType: Type, valueType: Type): boolean {
  for (const key of map.keys()) return isOfType(key, keyType) && isOfType(map.get(key) ?? null, valueType);
  return true;
}

function isOfNamedType(value: Value, name: string): boolean {
  if (value instanceof OpaqueValue || value instanceof ObjectValue) return value.type.name === name;
  return value instanceof OptionalValue && name === "optional_type";
}

/** Access to the overloads of a library, for tests. */
import type { FunctionDeclaration, Overload } from "../../../declarations/index.ts";
import { EvaluationError, type Value } from "../../../values/index.ts";

/** Returns the overload with an id. */
export function overloadOf(functions: readonly FunctionDeclaration[], id: string): Overload {
  const found = functions.flatMap(({ overloads }) => overloads).find((overload) => overload.id === id);
  if (!found) throw new Error(`there is no overload ${id}`);
  return found;
}

/** Returns the result of an overload, or the message of its error. */
export function call(functions: readonly FunctionDeclaration[], id: string, ...args: Value[]): Value {
  const result = overloadOf(functions, id).implementation(...args);
  return result instanceof EvaluationError ? `error: ${result.message}` : result;
}

/** Returns the cost of a call for which the checker has chosen the overload. */
export function costOf(functions: readonly FunctionDeclaration[], id: string, ...args: Value[]): number {
  const declaration = functions.find(({ overloads }) => overloads.some((overload) => overload.id === id));
  const overload = overloadOf(functions, id);
  const cost = overload.cost ?? declaration?.cost;
  return cost ? cost(overload.implementation(...args), ...args) : 1;
}

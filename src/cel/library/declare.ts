/** Short forms of the declarations of functions. */
import type { CostRules, FunctionDeclaration, Implementation, Overload } from "../declarations/index.ts";
import type { Type } from "../types/index.ts";

/** Returns the declaration of a function. */
export function declareFunction(name: string, overloads: readonly Overload[], rules?: CostRules): FunctionDeclaration {
  return { name, overloads, ...rules };
}

/** Returns an overload of a function that is called as `name(...)`. */
export function globalOverload(
  id: string,
  parameters: readonly Type[],
  result: Type,
  implementation: Implementation,
): Overload {
  return { id, member: false, parameters, result, implementation };
}

/** Returns an overload of a function that is called as `target.name(...)`. The first parameter is the target. */
export function memberOverload(
  id: string,
  parameters: readonly Type[],
  result: Type,
  implementation: Implementation,
): Overload {
  return { id, member: true, parameters, result, implementation };
}

/** Returns an overload with separate rules, which apply if the checker has chosen this overload. */
export function withRules(overload: Overload, rules: CostRules): Overload {
  return { ...overload, ...rules };
}

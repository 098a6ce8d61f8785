/** Resolution of names in an environment and in the scopes of comprehensions. */
import type { Environment, FunctionDeclaration } from "../declarations/index.ts";
import type { Expression } from "../syntax/index.ts";
import { objectType, type Type, typeOfType } from "../types/index.ts";
import type { Value } from "../values/index.ts";

/** A variable, a constant or a type with its name. */
export interface NamedThing {
  readonly name: string;
  readonly type: Type;
  /** The value of a constant. */
  readonly value: Value | undefined;
}

interface ScopedVariable {
  readonly name: string;
  readonly type: Type;
}

/** Finds what names stand for. */
export class Names {
  readonly #environment: Environment;
  /** Variables of the comprehensions around the current expression, innermost last. */
  readonly #scoped: ScopedVariable[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Adds a variable of a comprehension. */
  enter(name: string, type: Type): void {
    this.#scoped.push({ name, type });
  }

  /** Removes the variables that were added last. */
  leave(count: number): void {
    this.#scoped.length -= count;
  }

  /** Returns the variable, constant or type with this name; undefined if there is none. */
  find(name: string): NamedThing | undefined {
    if (this.#environment.container === "" && !name.startsWith(".")) return this.#findExactly(name);
    for (const candidate of candidateNames(this.#environment.container, name)) {
      const found = this.#findExactly(candidate);
      if (found) return found;
    }
    return undefined;
  }

  #findExactly(name: string): NamedThing | undefined {
    for (let index = this.#scoped.length - 1; index >= 0; index--) {
      const variable = this.#scoped[index];
      if (variable?.name === name) return { name, type: variable.type, value: undefined };
    }
    const { types } = this.#environment;
    const variable = this.#environment.variable(name);
    if (variable) return { name, type: variable, value: undefined };
    const type = types.hasType(name) ? objectType(name) : types.otherType?.(name);
    if (type) return { name, type: typeOfType(type), value: undefined };
    const constant = this.#environment.constant(name);
    return constant && { name, type: constant.type, value: constant.value };
  }

  /** Returns the function with this name; undefined if there is none. */
  findFunction(name: string): FunctionDeclaration | undefined {
    for (const candidate of candidateNames(this.#environment.container, name)) {
      const found = this.#environment.function(candidate);
      if (found) return found;
    }
    return undefined;
  }
}

/** Returns the full names that a name can stand for in a namespace, the longest one first. */
function candidateNames(container: string, name: string): readonly string[] {
  if (name.startsWith(".")) return [name.slice(1)];
  if (container === "") return [name];
  const parts = container.split(".");
  return [...parts.map((_, index) => [...parts.slice(0, parts.length - index), name].join(".")), name];
}

/** Returns `a.b.c` for selections of fields that can be a name; undefined for other expressions. */
export function qualifiedName(expression: Expression): string | undefined {
  if (expression.kind === "identifier") return expression.name;
  if (expression.kind !== "select" || expression.testOnly) return undefined;
  const operand = qualifiedName(expression.operand);
  return operand === undefined ? undefined : `${operand}.${expression.field}`;
}

/** Finds the macro of a call. */
import type { Expression } from "../ast.ts";
import type { SyntaxFeatures } from "../features.ts";
import { bindingMacros } from "./binding-macro.ts";
import type { Macro } from "./macro.ts";
import { optionalMacros } from "./optional-macros.ts";
import { standardMacros } from "./standard-macros.ts";
import { twoVariableMacros } from "./two-variable-macros.ts";

/** The macros that an expression may use. */
export class MacroTable {
  readonly #byName = new Map<string, Macro[]>();

  constructor(macros: readonly Macro[]) {
    for (const macro of macros) {
      const namesakes = this.#byName.get(macro.name);
      if (namesakes === undefined) this.#byName.set(macro.name, [macro]);
      else namesakes.push(macro);
    }
  }

  /** @param target the expression before the dot; undefined in a call of a global function */
  find(name: string, argumentCount: number, target: Expression | undefined): Macro | undefined {
    const namesakes = this.#byName.get(name);
    return namesakes?.find((macro) => macro.argumentCount === argumentCount && acceptsTarget(macro, target));
  }
}

function acceptsTarget({ isMember, namespace }: Macro, target: Expression | undefined): boolean {
  if (namespace === undefined) return isMember === (target !== undefined);
  return target?.kind === "identifier" && target.name === namespace;
}

const tables = new Map<string, MacroTable>();

/** Returns the macros that exist with these features. Equal features share a table. */
export function macroTable({ optionalSyntax, twoVariableComprehensions, bindings }: SyntaxFeatures): MacroTable {
  const key = `${optionalSyntax} ${twoVariableComprehensions} ${Boolean(bindings)}`;
  let table = tables.get(key);
  if (!table) {
    table = new MacroTable([
      ...standardMacros,
      ...(optionalSyntax ? optionalMacros : []),
      ...(twoVariableComprehensions ? twoVariableMacros : []),
      ...(bindings ? bindingMacros : []),
    ]);
    tables.set(key, table);
  }
  return table;
}

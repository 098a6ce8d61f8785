/** Finds the macro of a call. */
import type { SyntaxFeatures } from "../features.ts";
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

  find(name: string, argumentCount: number, isMember: boolean): Macro | undefined {
    const namesakes = this.#byName.get(name);
    return namesakes?.find((macro) => macro.argumentCount === argumentCount && macro.isMember === isMember);
  }
}

function createTable(optionals: boolean, twoVariables: boolean): MacroTable {
  return new MacroTable([
    ...standardMacros,
    ...(optionals ? optionalMacros : []),
    ...(twoVariables ? twoVariableMacros : []),
  ]);
}

/** The tables of all combinations of features. */
const tables = [
  createTable(false, false),
  createTable(true, false),
  createTable(false, true),
  createTable(true, true),
] as const;

/** Returns the macros that exist with these features. */
export function macroTable(features: SyntaxFeatures): MacroTable {
  if (features.twoVariableComprehensions) return features.optionalSyntax ? tables[3] : tables[2];
  return features.optionalSyntax ? tables[1] : tables[0];
}

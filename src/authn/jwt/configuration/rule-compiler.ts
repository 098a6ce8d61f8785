/** Collects the faults of an authenticator's fields while its expressions are compiled. */
import { duplicateField, type FieldError } from "../../../meta/field-error.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import { type CompiledExpression, compileExpression, isCompiled } from "../expressions/compile-expression.ts";
import type { ExpressionVariable } from "../expressions/environments.ts";

/** Compiles the expressions of one authenticator. */
export class RuleCompiler {
  /** Faults in the order in which they were found. */
  readonly faults: FieldError[] = [];
  readonly vocabulary: Vocabulary;

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary;
  }

  /** Adds faults. */
  report(...faults: readonly FieldError[]): void {
    this.faults.push(...faults);
  }

  /** Returns the compiled expression that computes a value. Reports its fault and returns undefined if it has one. */
  compileValue(path: string, text: string): CompiledExpression | undefined {
    return this.#compile(path, text, "claims", false);
  }

  /** Returns the compiled expression of a rule. Reports its fault and returns undefined if it has one. */
  compileRule(path: string, text: string, variable: ExpressionVariable): CompiledExpression | undefined {
    return this.#compile(path, text, variable, true);
  }

  #compile(path: string, text: string, variable: ExpressionVariable, isRule: boolean): CompiledExpression | undefined {
    const result = compileExpression(path, text, { variable, isRule, vocabulary: this.vocabulary });
    if (isCompiled(result)) return result;
    this.report(result);
    return undefined;
  }
}

/** Finds repeated values of a field. */
export class UniqueValues {
  readonly #seen = new Set<string>();

  /** Returns the fault of a value that was added before. Otherwise adds it and returns undefined. */
  add(path: string, value: string): FieldError | undefined {
    if (this.#seen.has(value)) return duplicateField(path, value);
    this.#seen.add(value);
    return undefined;
  }
}

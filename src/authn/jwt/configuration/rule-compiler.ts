/** Collects the faults of an authenticator's fields while its expressions are compiled. */
import { assert } from "../../../base/assert.ts";
import { duplicateField, type FieldError } from "../../../meta/field-error.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import type { ExpressionSource } from "../expressions/compile-expression.ts";
import type { CompiledExpression } from "../expressions/compiled-expression.ts";

/** The code that compiles expressions. */
export type ExpressionEngine = typeof import("../expressions/compile-expression.ts");

/** Compiles the expressions of a configuration. */
export class RuleCompiler {
  /** Faults in the order in which they were found. */
  readonly faults: FieldError[] = [];
  readonly vocabulary: Vocabulary;
  readonly #engine: ExpressionEngine | undefined;

  /** @param engine undefined if the configuration has no expressions */
  constructor(vocabulary: Vocabulary, engine: ExpressionEngine | undefined) {
    this.vocabulary = vocabulary;
    this.#engine = engine;
  }

  /** Adds faults. */
  report(...faults: readonly FieldError[]): void {
    this.faults.push(...faults);
  }

  /** Returns a compiled expression. Reports its fault and returns undefined if it has one. */
  compile(source: ExpressionSource): CompiledExpression | undefined {
    assert(this.#engine, "the engine is loaded for a configuration with expressions");
    const result = this.#engine.compileExpression(source, this.vocabulary);
    if ("evaluate" in result) return result;
    this.report(result);
    return undefined;
  }

  /** Returns the compiled expression that computes a value from the claims. Reports its fault if it has one. */
  compileValue(path: string, text: string): CompiledExpression | undefined {
    return this.compile({ path, text, variable: "claims", isRule: false });
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

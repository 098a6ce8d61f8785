/**
 * Caches one compiled function per schema. A schema may contain itself. While it is being compiled, its parts get a
 * function that looks up the compiled function when it is called.
 */
import type { Schema } from "./schema.ts";

type Compiled<Args extends readonly unknown[]> = (...args: Args) => void;

/** A cache of compiled functions, one for each schema. */
export class CompiledPerSchema<Args extends readonly unknown[]> {
  readonly #compile: (schema: Schema) => Compiled<Args> | undefined;
  readonly #compiled = new WeakMap<Schema, { readonly run: Compiled<Args> | undefined }>();
  readonly #inProgress = new Set<Schema>();

  /** @param compile called once for each schema; returns undefined if the schema needs no function */
  constructor(compile: (schema: Schema) => Compiled<Args> | undefined) {
    this.#compile = compile;
  }

  /** Returns the compiled function of a schema. Undefined if it needs none. */
  of(schema: Schema): Compiled<Args> | undefined {
    const known = this.#compiled.get(schema);
    if (known) return known.run;
    if (this.#inProgress.has(schema)) return (...args) => this.of(schema)?.(...args);
    this.#inProgress.add(schema);
    const run = this.#compile(schema);
    this.#inProgress.delete(schema);
    this.#compiled.set(schema, { run });
    return run;
  }
}

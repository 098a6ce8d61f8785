/**
 * What schemas are compiled to, once each. A schema may hold itself: what is made of its parts then calls what is made of
 * it, once there is something.
 */
import type { Schema } from "./schema.ts";

type Compiled<Args extends readonly unknown[]> = (...args: Args) => void;

export class PerSchema<Args extends readonly unknown[]> {
  readonly #compile: (schema: Schema) => Compiled<Args> | undefined;
  readonly #compiled = new WeakMap<Schema, { readonly run: Compiled<Args> | undefined }>();
  readonly #underway = new Set<Schema>();

  /** @param compile asked once for each schema; undefined: there is nothing to do */
  constructor(compile: (schema: Schema) => Compiled<Args> | undefined) {
    this.#compile = compile;
  }

  /** @returns undefined when there is nothing to do */
  of(schema: Schema): Compiled<Args> | undefined {
    const known = this.#compiled.get(schema);
    if (known) return known.run;
    if (this.#underway.has(schema)) return (...args) => this.of(schema)?.(...args);
    this.#underway.add(schema);
    const run = this.#compile(schema);
    this.#underway.delete(schema);
    this.#compiled.set(schema, { run });
    return run;
  }
}

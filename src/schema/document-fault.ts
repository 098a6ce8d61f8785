/**
 * Finds the error that the reference reports for a document with several values that do not fit. The compiled decoders
 * read fields in declared order and stop at the first error. The reference reads a document in its own order and reports
 * the first value of a wrong type, unless a type with a decoder of its own, such as a quantity, rejects a value: that ends
 * the reading.
 */
import type { DecodeContext } from "./decode-context.ts";
import { DecodeError } from "./decode-context.ts";
import type { Decoder } from "./decode-scalar.ts";
import { fieldOf, hasOwnDecoder, type Schema } from "./schema.ts";

/** Raised by a value that ends the reading. */
class FinalFault extends Error {
  readonly fault: DecodeError;

  constructor(fault: DecodeError) {
    super();
    this.fault = fault;
  }
}

/**
 * Returns the reference's error for `value`, whose members stand in the order of the document. Undefined if everything
 * fits.
 */
export function documentFault(
  schema: Schema,
  value: unknown,
  run: { readonly context: DecodeContext; readonly decoderOf: (schema: Schema) => Decoder },
): DecodeError | undefined {
  const search = new FaultSearch(run.context, run.decoderOf);
  try {
    search.visit(schema, value);
  } catch (error) {
    if (error instanceof FinalFault) return error.fault;
    throw error;
  }
  return search.first;
}

class FaultSearch {
  first: DecodeError | undefined;
  readonly #context: DecodeContext;
  readonly #decoderOf: (schema: Schema) => Decoder;

  constructor(context: DecodeContext, decoderOf: (schema: Schema) => Decoder) {
    this.#context = context;
    this.#decoderOf = decoderOf;
  }

  visit(schema: Schema, value: unknown): void {
    if (value === null || value === undefined) return;
    const isList = Array.isArray(value);
    if (schema.node === "list" && isList) {
      for (const item of value) this.visit(schema.items, item);
    } else if (schema.node === "map" && typeof value === "object" && !isList) {
      for (const member of Object.values(value)) this.visit(schema.values, member);
    } else if (schema.node === "struct" && typeof value === "object" && !isList) {
      this.#visitFields(schema, value);
    } else {
      this.#decode(schema, value);
    }
  }

  #visitFields(schema: Schema & { readonly node: "struct" }, value: object): void {
    const outer = this.#context.struct;
    for (const [name, member] of Object.entries(value)) {
      const field = fieldOf(schema, name);
      if (!field) continue;
      this.#context.struct = schema;
      this.#context.path.push(name);
      this.visit(field.schema, member);
      this.#context.path.pop();
    }
    this.#context.struct = outer;
  }

  #decode(schema: Schema, value: unknown): void {
    const { struct, shownSteps, path } = this.#context;
    const depth = path.length;
    try {
      this.#decoderOf(schema)(value, this.#context);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      if (hasOwnDecoder(schema)) throw new FinalFault(error);
      this.first ??= error;
    }
    path.length = depth;
    Object.assign(this.#context, { struct, shownSteps });
  }
}

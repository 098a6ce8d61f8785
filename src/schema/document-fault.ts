/**
 * Finds the error that the reference reports for a document with several values of the wrong type. The compiled
 * decoders read fields in declared order and stop at the first error. The reference reads the document in its own order
 * and reports the first value of a wrong type. A type with a custom decoder, such as a quantity, ends the reading if it
 * rejects a value, and only its error is reported.
 */
import type { DecodeContext } from "./decode-context.ts";
import { SchemaDecodeError } from "./decode-context.ts";
import type { Decoder } from "./decode-scalar.ts";
import { fieldOf, hasOwnDecoder, type Schema } from "./schema.ts";

/** Carries the error of a value that ends the reading. */
class FinalFault extends Error {
  readonly fault: SchemaDecodeError;

  constructor(fault: SchemaDecodeError) {
    super();
    this.fault = fault;
  }
}

/** A parsed document that keeps the order of its members and duplicate keys. */
export type DocumentNode =
  | string
  | number
  | bigint
  | boolean
  | symbol
  | null
  | { readonly kind: "object"; readonly members: readonly { readonly key: string; readonly value: DocumentNode }[] }
  | { readonly kind: "array"; readonly items: readonly DocumentNode[] };

/** Returns the reference's error for a document. Undefined if all values match the schema. */
export function documentFault(
  schema: Schema,
  document: DocumentNode,
  run: { readonly context: DecodeContext; readonly decoderOf: (schema: Schema) => Decoder },
): SchemaDecodeError | undefined {
  const search = new FaultSearch(run.context, run.decoderOf);
  try {
    search.visit(schema, document);
  } catch (error) {
    if (error instanceof FinalFault) return error.fault;
    throw error;
  }
  return search.first;
}

class FaultSearch {
  first: SchemaDecodeError | undefined;
  readonly #context: DecodeContext;
  readonly #decoderOf: (schema: Schema) => Decoder;

  constructor(context: DecodeContext, decoderOf: (schema: Schema) => Decoder) {
    this.#context = context;
    this.#decoderOf = decoderOf;
  }

  visit(schema: Schema, node: DocumentNode): void {
    if (node === null) return;
    const isContainer = typeof node === "object";
    if (schema.node === "list" && isContainer && node.kind === "array") {
      for (const item of node.items) this.visit(schema.items, item);
    } else if (schema.node === "map" && isContainer && node.kind === "object") {
      for (const { value } of node.members) this.visit(schema.values, value);
    } else if (schema.node === "struct" && isContainer && node.kind === "object") {
      this.#visitFields(schema, node.members);
    } else {
      this.#decode(schema, plainDocument(node));
    }
  }

  #visitFields(
    schema: Schema & { readonly node: "struct" },
    members: readonly { readonly key: string; readonly value: DocumentNode }[],
  ): void {
    const outer = this.#context.struct;
    // As in the reference, errors describe the metadata of an object of a custom type as a separate value.
    if (schema.members) this.#context.hiddenSteps = 1;
    const named = schema.members ? undefined : schema;
    for (const { key, value } of members) {
      const field = fieldOf(schema, key);
      if (!field) continue;
      this.#context.struct = named;
      this.#context.path.push(key);
      this.visit(field.schema, value);
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
      if (!(error instanceof SchemaDecodeError)) throw error;
      if (hasOwnDecoder(schema)) throw new FinalFault(error);
      this.first ??= error;
    }
    path.length = depth;
    Object.assign(this.#context, { struct, shownSteps });
  }
}

/** Returns the plain value of a document. The last of several members with the same key wins. */
export function plainDocument(node: DocumentNode): unknown {
  if (typeof node !== "object" || node === null) return node;
  if (node.kind === "array") return node.items.map(plainDocument);
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plainDocument(value)]));
}

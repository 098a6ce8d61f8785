/**
 * Visits structs inside values. The visitors are compiled once per schema. Parts of a value without such structs are
 * skipped.
 */
import { CompiledPerSchema } from "./compiled-per-schema.ts";
import { type Field, memberOf, type Schema, type StructSchema, type UnionSchema } from "./schema.ts";

/** Visits a value. The argument is passed unchanged to the visitors of its parts. */
export type Visitor<A> = (value: unknown, argument: A) => void;

/** Selects the structs that a StructWalk visits, and the fields that it skips. */
export interface StructWalkOptions<A> {
  /**
   * Returns the visitor of a struct's values, which runs before their parts are visited. Undefined if there is nothing
   * to do.
   */
  readonly visitorOf: (schema: StructSchema) => Visitor<A> | undefined;
  /** Whether to skip the value of a field. Default: no field is skipped. */
  readonly isSkipped?: (field: Field) => boolean;
}

/** Compiles visitors that call a function for certain structs inside values. */
export class StructWalk<A> {
  readonly #options: StructWalkOptions<A>;
  readonly #visitors = new CompiledPerSchema<[value: unknown, argument: A]>((schema) => this.#build(schema));

  constructor(options: StructWalkOptions<A>) {
    this.#options = options;
  }

  /** Returns the visitor for values of the schema. Undefined if they contain no structs to visit. */
  of(schema: Schema): Visitor<A> | undefined {
    return this.#visitors.of(schema);
  }

  #build(schema: Schema): Visitor<A> | undefined {
    switch (schema.node) {
      case "struct":
        return this.#struct(schema);
      case "list":
        return eachOf(this.of(schema.items), (value) => value as readonly unknown[]);
      case "map":
        return eachOf(this.of(schema.values), (value) => Object.values(value as object));
      case "union":
        return this.#union(schema);
      default:
        return undefined;
    }
  }

  #struct(schema: StructSchema): Visitor<A> | undefined {
    const visit = this.#options.visitorOf(schema);
    const parts = schema.fields.flatMap((field) => this.#part(field));
    if (!visit && parts.length === 0) return undefined;
    return (value, argument) => {
      visit?.(value, argument);
      const object = value as Record<string, unknown>;
      for (const { name, visitor } of parts) {
        const part = object[name];
        if (part !== undefined && part !== null) visitor(part, argument);
      }
    };
  }

  #part(field: Field): readonly { name: string; visitor: Visitor<A> }[] {
    const visitor = this.#options.isSkipped?.(field) ? undefined : this.of(field.schema);
    return visitor ? [{ name: field.name, visitor }] : [];
  }

  #union(schema: UnionSchema): Visitor<A> | undefined {
    const object = this.of(schema.object.schema);
    const other = this.of(schema.other.schema);
    if (!object && !other) return undefined;
    return (value, argument) => (memberOf(schema, value) === schema.object ? object : other)?.(value, argument);
  }
}

function eachOf<A>(one: Visitor<A> | undefined, all: (value: unknown) => readonly unknown[]): Visitor<A> | undefined {
  if (!one) return undefined;
  return (value, argument) => {
    for (const part of all(value)) if (part !== null) one(part, argument);
  };
}

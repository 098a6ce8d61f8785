/**
 * Structs whose fields are named in the cluster's vocabulary. They are declared in one spelling; a server asks for its own.
 * Whatever holds such a struct is another one as well, of which the declaration can be told.
 */
import { type Vocabulary, vocabularies } from "../meta/vocabulary.ts";
import type { Field, Schema, StructSchema, UnionMember } from "./schema.ts";

/** The struct with all names in the spelling of `vocabulary`; the struct itself where that changes nothing. */
export function spelledIn<T>(struct: StructSchema<T>, vocabulary: Vocabulary): StructSchema<T> {
  if (vocabulary === vocabularies.kubernetes || !holdsSpelled(struct)) return struct;
  let copies = copiesIn.get(vocabulary);
  if (!copies) {
    copies = new Copies(vocabulary);
    copiesIn.set(vocabulary, copies);
  }
  return copies.struct(struct);
}

/** The struct as it is declared, under which rules know it. */
export function declaredStruct(struct: StructSchema): StructSchema {
  return declarations.get(struct) ?? struct;
}

const declarations = new WeakMap<StructSchema, StructSchema>();
const copiesIn = new WeakMap<Vocabulary, Copies>();
const spelledBelow = new WeakMap<StructSchema, boolean>();

/** Whether a struct, or one that it holds at any depth, has fields that are spelled in different ways. */
function holdsSpelled(struct: StructSchema): boolean {
  const known = spelledBelow.get(struct);
  if (known !== undefined) return known;
  const reached = new Set([struct]);
  for (const one of reached) {
    const held = one.fields.flatMap(({ schema }) => heldStructs(schema));
    for (const inner of held.filter((struct) => spelledBelow.get(struct) !== false)) reached.add(inner);
  }
  const holds = [...reached].some(({ fields }) => fields.some(({ spelling }) => spelling !== undefined));
  spelledBelow.set(struct, holds);
  if (!holds) for (const one of reached) spelledBelow.set(one, false);
  return holds;
}

/** The structs of a value of this schema, without those that they hold. */
export function heldStructs(schema: Schema): readonly StructSchema[] {
  switch (schema.node) {
    case "struct":
      return [schema];
    case "list":
      return heldStructs(schema.items);
    case "map":
      return heldStructs(schema.values);
    case "union":
      return [schema.object.schema, ...heldStructs(schema.other.schema)];
    default:
      return [];
  }
}

class Copies {
  readonly #vocabulary: Vocabulary;
  readonly #copies = new WeakMap<StructSchema, StructSchema>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  struct<T>(original: StructSchema<T>): StructSchema<T> {
    if (!holdsSpelled(original)) return original;
    let copy = this.#copies.get(original);
    if (!copy) {
      copy = this.#copy(original);
      this.#copies.set(original, copy);
      declarations.set(copy, original);
    }
    return copy as StructSchema<T>;
  }

  /** Its fields are copied when they are first needed: structs may hold themselves. */
  #copy(original: StructSchema): StructSchema {
    const fieldsOf = (): readonly Field[] => original.fields.map((field) => this.#field(field));
    let made: readonly Field[] | undefined;
    const { node, name, doc, atomic, alternatives } = original;
    return {
      node,
      name,
      doc,
      atomic,
      alternatives,
      get fields() {
        made ??= fieldsOf();
        return made;
      },
    };
  }

  #field({ spelling, name, ...field }: Field): Field {
    const spelled = spelling === undefined ? name : this.#vocabulary.bind(spelling);
    return { ...field, name: spelled, schema: this.#schema(field.schema) };
  }

  #schema<S extends Schema>(schema: S): S;
  #schema(schema: Schema): Schema {
    switch (schema.node) {
      case "struct":
        return this.struct(schema);
      case "list":
        return { ...schema, items: this.#schema(schema.items) };
      case "map":
        return { ...schema, values: this.#schema(schema.values) };
      case "union":
        return { ...schema, object: this.#member(schema.object), other: this.#member(schema.other) };
      default:
        return schema;
    }
  }

  #member<S extends Schema>(member: UnionMember<S>): UnionMember<S> {
    return { ...member, schema: this.#schema(member.schema) };
  }
}

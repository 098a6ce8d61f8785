/**
 * Structs whose field names depend on the cluster's vocabulary. They are declared in the `kubernetes` spelling. A
 * server with another vocabulary uses copies of these structs and of all structs that contain them. Each copy refers to
 * its declared struct.
 */
import { type Vocabulary, vocabularies } from "../meta/vocabulary.ts";
import type { Field, Schema, StructSchema, UnionMember } from "./schema.ts";

/**
 * Returns the struct with all names in the spelling of `vocabulary`. Returns the struct itself if it needs no other
 * names.
 */
export function structInVocabulary<T>(struct: StructSchema<T>, vocabulary: Vocabulary): StructSchema<T> {
  if (vocabulary === vocabularies.kubernetes || !dependsOnVocabulary(struct)) return struct;
  let copies = copiesByVocabulary.get(vocabulary);
  if (!copies) {
    copies = new VocabularyCopies(vocabulary);
    copiesByVocabulary.set(vocabulary, copies);
  }
  return copies.struct(struct);
}

/** Returns the declared struct of a copy, which is the key in rule sets. Returns a declared struct itself. */
export function declaredStruct(struct: StructSchema): StructSchema {
  return declarations.get(struct) ?? struct;
}

const declarations = new WeakMap<StructSchema, StructSchema>();
const copiesByVocabulary = new WeakMap<Vocabulary, VocabularyCopies>();
const vocabularyDependence = new WeakMap<StructSchema, boolean>();

/** Whether the struct, or a struct inside it, has field names that depend on the vocabulary. */
function dependsOnVocabulary(struct: StructSchema): boolean {
  const known = vocabularyDependence.get(struct);
  if (known !== undefined) return known;
  const reached = new Set([struct]);
  for (const one of reached) {
    const held = one.fields.flatMap(({ schema }) => containedStructs(schema));
    for (const inner of held.filter((struct) => vocabularyDependence.get(struct) !== false)) reached.add(inner);
  }
  const holds = [...reached].some(({ fields }) => fields.some(({ spelling }) => spelling !== undefined));
  vocabularyDependence.set(struct, holds);
  if (!holds) for (const one of reached) vocabularyDependence.set(one, false);
  return holds;
}

/** Returns the outermost structs in values of this schema. */
export function containedStructs(schema: Schema): readonly StructSchema[] {
  switch (schema.node) {
    case "struct":
      return [schema];
    case "list":
      return containedStructs(schema.items);
    case "map":
      return containedStructs(schema.values);
    case "union":
      return [schema.object.schema, ...containedStructs(schema.other.schema)];
    default:
      return [];
  }
}

class VocabularyCopies {
  readonly #vocabulary: Vocabulary;
  readonly #copies = new WeakMap<StructSchema, StructSchema>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  struct<T>(original: StructSchema<T>): StructSchema<T> {
    if (!dependsOnVocabulary(original)) return original;
    let copy = this.#copies.get(original);
    if (!copy) {
      copy = this.#copy(original);
      this.#copies.set(original, copy);
      declarations.set(copy, original);
    }
    return copy as StructSchema<T>;
  }

  /** Copies the fields on first use, because a struct may contain itself. */
  #copy(original: StructSchema): StructSchema {
    const fieldsOf = (): readonly Field[] => original.fields.map((field) => this.#field(field));
    let builtFields: readonly Field[] | undefined;
    const { node, name, doc, atomic, alternatives, members } = original;
    return {
      node,
      name,
      doc,
      atomic,
      alternatives,
      members,
      get fields() {
        builtFields ??= fieldsOf();
        return builtFields;
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

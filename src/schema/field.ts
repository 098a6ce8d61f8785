/**
 * Functions with which declarations list the fields of a struct.
 *
 *     const configMapKeySelectorFields = {
 *       key: required(text, 2, "The key to select."),
 *       optional: pointer(boolean, 3, "Whether the ConfigMap or its key may be missing."),
 *     };
 *     export interface ConfigMapKeySelector extends FieldsOf<typeof configMapKeySelectorFields> {}
 *     export const configMapKeySelector: StructSchema<ConfigMapKeySelector> = struct(
 *       "core/v1.ConfigMapKeySelector",
 *       "Selects a key of a ConfigMap.",
 *       configMapKeySelectorFields,
 *     );
 *
 * The interface gives the derived type a name, which keeps the types that use it short. The type annotation checks that
 * schema and interface agree.
 */
import { type ExtensionName, type NameToken, vocabularies } from "../meta/vocabulary.ts";
import type { Alternatives, Field, Presence, Schema, StructSchema, ValueOf } from "./schema.ts";

declare const requiredMark: unique symbol;

/** A field whose name is not known yet; the struct provides it. */
export interface FieldSpec<S extends Schema = Schema, Required extends boolean = boolean> extends Omit<Field, "name"> {
  readonly schema: S;
  readonly [requiredMark]?: Required;
}

/** The fields of a struct by name. */
export type FieldSpecs = Readonly<Record<string, FieldSpec>>;

type RequiredNames<F> = { [K in keyof F]: F[K] extends FieldSpec<Schema, true> ? K : never }[keyof F];

/** The TypeScript type of a struct with these fields. */
export type FieldsOf<F> = { [K in RequiredNames<F>]: F[K] extends FieldSpec<infer S> ? ValueOf<S> : never } & {
  [K in Exclude<keyof F, RequiredNames<F>>]?: F[K] extends FieldSpec<infer S> ? ValueOf<S> : never;
};

/** Properties of a field that a declaration may omit. */
export type FieldOptions = Partial<Omit<Field, FixedProperty>>;

/** Properties that a declaration passes as arguments, or that the struct adds. */
type FixedProperty = "name" | "spelling" | "schema" | "presence" | "required" | "proto" | "protoWithin" | "doc";

interface Mode<R extends boolean> {
  readonly presence: Presence;
  readonly required: R;
}

function spec<S extends Schema, R extends boolean>(
  schema: S,
  { presence, required }: Mode<R>,
  text: { readonly proto: number; readonly doc: string },
  options: FieldOptions,
): FieldSpec<S, R> {
  const { nonEmpty = false, ...rest } = options;
  return { schema, presence, required, ...text, nonEmpty, ...rest };
}

/** Declares a field that is written if it is not empty. A struct is always written. */
export function optional<S extends Schema>(
  schema: S,
  proto: number,
  doc: string,
  options: FieldOptions = {},
): FieldSpec<S, false> {
  return spec(schema, { presence: "optional", required: false }, { proto, doc }, options);
}

/** Declares a field that is written if it is set, even if it is empty. */
export function pointer<S extends Schema>(
  schema: S,
  proto: number,
  doc: string,
  options: FieldOptions = {},
): FieldSpec<S, false> {
  return spec(schema, { presence: "pointer", required: false }, { proto, doc }, options);
}

/** Declares a field that is always written and required in OpenAPI. If unset, it has its zero value. */
export function required<S extends Schema>(
  schema: S,
  proto: number,
  doc: string,
  options: FieldOptions = {},
): FieldSpec<S, true> {
  return spec(schema, { presence: "always", required: true }, { proto, doc }, options);
}

/** Declares a field that is always written and required in OpenAPI. If unset, it is null. */
export function requiredPointer<S extends Schema>(
  schema: S,
  proto: number,
  doc: string,
  options: FieldOptions = {},
): FieldSpec<S, true> {
  return spec(schema, { presence: "nullable", required: true }, { proto, doc }, options);
}

/** Declares a field whose presence does not match `required` in OpenAPI. This is rare. */
export function field<S extends Schema, R extends boolean>(
  schema: S,
  mode: Mode<R>,
  proto: number,
  doc: string,
  options: FieldOptions = {},
): FieldSpec<S, R> {
  return spec(schema, mode, { proto, doc }, options);
}

/** Type of the fields that `vocabularyFields` returns. It has a member for the name in each vocabulary. */
export type VocabularyFields<F> = {
  [K in keyof F & string as ExtensionName<K>]?: F[K] extends FieldSpec<infer S> ? ValueOf<S> : never;
};

/** Returns fields whose names depend on the cluster's vocabulary. `token` turns each key into the token of the name. */
export function vocabularyFields(token: (stem: string) => NameToken, fields: FieldSpecs): FieldSpecs {
  const entries = Object.entries(fields).map(([stem, one]) => {
    const spelling = token(stem);
    return [vocabularies.kubernetes.bind(spelling), { ...one, spelling }] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * Returns the fields of a struct that JSON writes among the fields of the containing struct. In protobuf they are in a
 * message, field `proto` of the containing message.
 */
export function inline<F extends FieldSpecs>(proto: number, fields: F): F {
  const entries = Object.entries(fields).map(([name, one]) => {
    return [name, { ...one, protoWithin: [proto, ...(one.protoWithin ?? [])] }];
  });
  return Object.fromEntries(entries) as F;
}

/** Options of `struct`, which apply to the struct as a whole. */
export interface StructOptions {
  /** Whether one field manager owns the struct as a whole, instead of each field separately. Default: false. */
  readonly atomic?: boolean;
  /** Which fields belong to which value of the discriminator field. */
  readonly alternatives?: Alternatives;
}

/**
 * Returns the schema of a struct.
 * @param name package, version and type: `core/v1.Container`
 */
export function struct<F extends FieldSpecs>(
  name: string,
  doc: string,
  fields: F,
  options: StructOptions = {},
): StructSchema<FieldsOf<F>> {
  const named = Object.entries(fields).map(([fieldName, one]) => ({ name: fieldName, ...one }));
  return {
    node: "struct",
    name,
    doc,
    fields: named,
    atomic: options.atomic ?? false,
    alternatives: options.alternatives,
  };
}

/** Returns the schema of a struct that contains itself at some depth. `fields` is called on first use. */
export function recursiveStruct<T>(
  name: string,
  doc: string,
  fields: () => FieldSpecs,
  options: StructOptions = {},
): StructSchema<T> {
  let builtFields: readonly Field[] | undefined;
  return {
    node: "struct",
    name,
    doc,
    atomic: options.atomic ?? false,
    alternatives: options.alternatives,
    get fields() {
      builtFields ??= struct(name, doc, fields()).fields;
      return builtFields;
    },
  };
}

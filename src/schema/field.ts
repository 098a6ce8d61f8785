/**
 * The words with which declarations list the fields of a struct.
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
 * The interface gives the derived type a name, so that types that use it stay short; the annotation ties the two.
 */
import { type ExtensionName, type NameToken, vocabularies } from "../meta/vocabulary.ts";
import type { Alternatives, Field, PatchStrategy, Presence, Schema, StructSchema, ValueOf } from "./schema.ts";

declare const requiredMark: unique symbol;

/** A field before its struct gives it a name. */
export interface FieldSpec<S extends Schema = Schema, Required extends boolean = boolean> extends Omit<Field, "name"> {
  readonly schema: S;
  readonly [requiredMark]?: Required;
}

export type FieldSpecs = Readonly<Record<string, FieldSpec>>;

type RequiredNames<F> = { [K in keyof F]: F[K] extends FieldSpec<Schema, true> ? K : never }[keyof F];

/** The TypeScript type of a struct with these fields. */
export type FieldsOf<F> = { [K in RequiredNames<F>]: F[K] extends FieldSpec<infer S> ? ValueOf<S> : never } & {
  [K in Exclude<keyof F, RequiredNames<F>>]?: F[K] extends FieldSpec<infer S> ? ValueOf<S> : never;
};

export interface FieldOptions {
  /** What an unset field gets. */
  readonly default?: unknown;
  /** Documents show the default, or the empty value where there is none. Those of keys they show in any case. */
  readonly publishesDefault?: boolean;
  /** What documents call the type of a list, though the field is none. */
  readonly listTypeMark?: "atomic";
  /** An empty value is refused with a Required error. */
  readonly nonEmpty?: boolean;
  /** The rules of what stands here are not applied; those of the struct may look at it. */
  readonly unchecked?: boolean;
  /** An empty list is not the same as none: rules see it. */
  readonly keepsEmpty?: boolean;
  readonly patchStrategy?: PatchStrategy;
  readonly granular?: boolean;
  /** The field is dropped while this feature is off, unless the stored object uses the feature. */
  readonly featureGate?: string;
  /** False if the feature does not count as used because a stored object has the field. Default: true. */
  readonly countsAsFeatureUse?: boolean;
  /** What features are off is not asked below: it is for another object, and asked when that is made. */
  readonly featuresUnchecked?: boolean;
}

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

/** Written when it is not empty; a struct always. */
export function optional<S extends Schema>(
  schema: S,
  proto: number,
  doc: string,
  options: FieldOptions = {},
): FieldSpec<S, false> {
  return spec(schema, { presence: "optional", required: false }, { proto, doc }, options);
}

/** Written when it is set, however empty. */
export function pointer<S extends Schema>(
  schema: S,
  proto: number,
  doc: string,
  options: FieldOptions = {},
): FieldSpec<S, false> {
  return spec(schema, { presence: "pointer", required: false }, { proto, doc }, options);
}

/** Always written, as its zero value when unset, and required in OpenAPI. */
export function required<S extends Schema>(
  schema: S,
  proto: number,
  doc: string,
  options: FieldOptions = {},
): FieldSpec<S, true> {
  return spec(schema, { presence: "always", required: true }, { proto, doc }, options);
}

/** Always written, as null when unset, and required in OpenAPI. */
export function requiredPointer<S extends Schema>(
  schema: S,
  proto: number,
  doc: string,
  options: FieldOptions = {},
): FieldSpec<S, true> {
  return spec(schema, { presence: "nullable", required: true }, { proto, doc }, options);
}

/** The rare others: another presence than OpenAPI's `required` suggests. */
export function field<S extends Schema, R extends boolean>(
  schema: S,
  mode: Mode<R>,
  proto: number,
  doc: string,
  options: FieldOptions = {},
): FieldSpec<S, R> {
  return spec(schema, mode, { proto, doc }, options);
}

/** The type of fields that `spelled` makes: members in whichever vocabulary the cluster speaks. */
export type SpelledFields<F> = {
  [K in keyof F & string as ExtensionName<K>]?: F[K] extends FieldSpec<infer S> ? ValueOf<S> : never;
};

/** Fields that are named in the cluster's vocabulary: `token` makes the name of what stands here as the key. */
export function spelled(token: (stem: string) => NameToken, fields: FieldSpecs): FieldSpecs {
  const entries = Object.entries(fields).map(([stem, one]) => {
    const spelling = token(stem);
    return [vocabularies.kubernetes.bind(spelling), { ...one, spelling }] as const;
  });
  return Object.fromEntries(entries);
}

/** The fields of a struct that JSON writes among those of its holder; in protobuf it is message `proto` of it. */
export function inline<F extends FieldSpecs>(proto: number, fields: F): F {
  const entries = Object.entries(fields).map(([name, one]) => {
    return [name, { ...one, protoWithin: [proto, ...(one.protoWithin ?? [])] }];
  });
  return Object.fromEntries(entries) as F;
}

export interface StructOptions {
  /** The whole struct has one owner. */
  readonly atomic?: boolean;
  /** Which fields belong to which value of another one. */
  readonly alternatives?: Alternatives;
}

/** @param name package, version and type: `core/v1.Container` */
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

/** A struct that holds itself somewhere below: `fields` is called when it is first needed. */
export function recursiveStruct<T>(
  name: string,
  doc: string,
  fields: () => FieldSpecs,
  options: StructOptions = {},
): StructSchema<T> {
  let made: readonly Field[] | undefined;
  return {
    node: "struct",
    name,
    doc,
    atomic: options.atomic ?? false,
    alternatives: options.alternatives,
    get fields() {
      made ??= struct(name, doc, fields()).fields;
      return made;
    },
  };
}

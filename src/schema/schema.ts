/**
 * The field language: what a value may be. A schema is plain data; built-in kinds declare it, custom types make it at
 * run time, and everything that depends on types (decoding, defaults, validation, patches, OpenAPI) is derived from it
 * by asking the node, never by asking which kind it belongs to.
 */

import type { FormatName } from "../meta/formats.ts";
import type { NameToken } from "../meta/vocabulary.ts";

declare const valueType: unique symbol;

/** Carries the TypeScript type of a schema's values; nothing at run time. */
interface Typed<T> {
  readonly [valueType]?: T;
}

export interface TextSchema<T extends string = string> extends Typed<T> {
  readonly node: "text";
  /** The name of the reference's type, where it is more than a string: `v1.PullPolicy`. Error texts show it. */
  readonly typeName: string;
  /** The known values, in the order of messages. */
  readonly enum?: readonly string[];
  /** False: the values are published, but others are not refused. */
  readonly enumEnforced?: boolean;
  /** A format of `meta/formats.ts` that the text must have. */
  readonly format?: FormatName;
  readonly maxBytes?: number;
}

export interface IntegerSchema extends Typed<number> {
  readonly node: "integer";
  readonly typeName: string;
  readonly bits: 32 | 64;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A 64-bit floating point number. */
export interface NumberSchema extends Typed<number> {
  readonly node: "number";
  readonly typeName: string;
}

export interface BooleanSchema extends Typed<boolean> {
  readonly node: "boolean";
  readonly typeName: string;
}

/** Base64 text in JSON. */
export interface BytesSchema extends Typed<string> {
  readonly node: "bytes";
  readonly maxBytes?: number;
}

/** Texts with a canonical form of their own: what is written is not always what was sent. */
export interface FormattedSchema extends Typed<string> {
  readonly node: "time" | "microTime" | "duration" | "quantity";
  /** True for a time that keeps its fraction, and the zero time, until it is stored (`CompiledSchema.roundSentTimes()`). */
  readonly isKeptAsSent?: boolean;
}

export interface IntOrStringSchema extends Typed<number | string> {
  readonly node: "intOrString";
}

/** Any JSON value, kept as it came. `object`: one that should be an object, which is for rules to see to. */
export interface RawSchema extends Typed<Record<string, unknown>> {
  readonly node: "raw";
  readonly content: "object" | "any";
  /** The reference's type, where it is one of its own: documents define it. */
  readonly type?: NamedType;
  /** Documents define the object as this type instead of `runtime.RawExtension`. */
  readonly wellKnown?: "meta/v1.FieldsV1";
}

export interface NamedType {
  /** Package, version, type: `apiextensions/v1.JSON`. */
  readonly name: string;
  readonly doc: string;
}

export type ListType = "atomic" | "set" | "map";

/**
 * How a strategic merge patch treats a struct or a map, where it does not merge members:
 * - `retainKeys`: members that the patch does not name can be dropped
 * - `replace`: the patch's value takes the place of the whole
 */
export type PatchStrategy = "retainKeys" | "replace";

/** How a strategic merge patch treats a list: by the items' key, or, without one, by the items themselves. */
export interface ListMerge {
  readonly key?: string;
  readonly retainKeys: boolean;
}

export interface ListSchema<T = unknown> extends Typed<T[]> {
  readonly node: "list";
  /** In protobuf, the list is a message of its own. */
  readonly isMessage?: boolean;
  readonly items: Schema;
  readonly typeName?: string;
  /** Absent: the reference declares none, and ownership treats the list as atomic. */
  readonly listType?: ListType;
  /** The fields that identify an item of a list of type `map`. */
  readonly mapKeys?: readonly string[];
  readonly merge?: ListMerge;
}

export interface MapSchema<T = unknown> extends Typed<Record<string, T>> {
  readonly node: "map";
  readonly values: Schema;
  readonly typeName?: string;
  /** True when the whole map has one owner. */
  readonly atomic: boolean;
}

export interface StructSchema<T = unknown> extends Typed<T> {
  readonly node: "struct";
  /** `core/v1.Container`: package, version, type. */
  readonly name: string;
  readonly doc: string;
  /** In the order in which they are written. */
  readonly fields: readonly Field[];
  /** True when the whole struct has one owner. */
  readonly atomic: boolean;
  /** Tells which of the fields belong to which value of another one; published, not checked. */
  readonly alternatives: Alternatives | undefined;
}

/** A field whose value says which of the others may be set. */
export interface Alternatives {
  readonly discriminator: string;
  /** The value of the discriminator, by the name of the field that goes with it. */
  readonly fields: Readonly<Record<string, string>>;
}

/** One of the forms that a value may have. In protobuf a message has a field for each form. */
export interface UnionMember<S extends Schema = Schema> {
  /** The reference's name of the form. */
  readonly name: string;
  readonly schema: S;
  readonly proto: number;
}

/** An object or something else, which is told from the JSON value. */
export interface UnionSchema<T = unknown> extends Typed<T>, NamedType {
  readonly node: "union";
  readonly object: UnionMember<StructSchema>;
  readonly other: UnionMember<BooleanSchema | ListSchema>;
  /** What a value of no such form is told. */
  readonly expected: string;
}

/** The form that a value has; undefined for a value of none. */
export function memberOf({ object, other }: UnionSchema, value: unknown): UnionMember | undefined {
  if (Array.isArray(value)) return other.schema.node === "list" ? other : undefined;
  if (typeof value === "object" && value !== null) return object;
  return typeof value === "boolean" && other.schema.node === "boolean" ? other : undefined;
}

export type Schema =
  | TextSchema
  | IntegerSchema
  | NumberSchema
  | BooleanSchema
  | BytesSchema
  | FormattedSchema
  | IntOrStringSchema
  | RawSchema
  | ListSchema
  | MapSchema
  | StructSchema
  | UnionSchema;

/** Whether the type has a JSON decoder of its own in the reference. All such types are structs there. */
export function hasOwnDecoder({ node }: Schema): boolean {
  switch (node) {
    case "time":
    case "microTime":
    case "duration":
    case "quantity":
    case "intOrString":
    case "union":
      return true;
    default:
      return false;
  }
}

/** The TypeScript type of a schema's values. */
export type ValueOf<S> = S extends Typed<infer T> ? T : never;

/**
 * When a field is written:
 * - `optional`: when it is not empty (zero, false, "" and empty collections are dropped); a struct always
 * - `pointer`: when it is set, however empty
 * - `always`: in any case; unset, it shows its zero value (null for lists and maps)
 * - `nullable`: in any case; unset, it shows null
 */
export type Presence = "optional" | "pointer" | "always" | "nullable";

export interface Field {
  readonly name: string;
  /** Where the name carries the product's: how it is spelled. `name` is the spelling of declarations. */
  readonly spelling?: NameToken;
  readonly schema: Schema;
  readonly presence: Presence;
  /** Listed as required in OpenAPI, and not optional in the derived type. */
  readonly required: boolean;
  /** The protobuf field number. */
  readonly proto: number;
  /** The numbers of the embedded messages that hold the field in protobuf, outermost first, when JSON writes it inline. */
  readonly protoWithin?: readonly number[];
  readonly doc: string;
  /** What an unset field gets; it passes through the decoder like any value. */
  readonly default?: unknown;
  /** Documents show the default, or the empty value where there is none. Those of keys they show in any case. */
  readonly publishesDefault?: boolean;
  /** What documents call the type of a list, though the field is none. */
  readonly listTypeMark?: "atomic";
  /** An empty value is refused with a Required error. */
  readonly nonEmpty: boolean;
  /** The rules of what stands here are not applied; those of the struct may look at it. */
  readonly unchecked?: boolean;
  /** An empty list is not the same as none: rules see it. */
  readonly keepsEmpty?: boolean;
  /** Absent: a strategic merge patch merges member by member. */
  readonly patchStrategy?: PatchStrategy;
  /** The members of the struct or map have owners of their own here, though it has one as a whole elsewhere. */
  readonly granular?: boolean;
  /** The feature gate without which the field is dropped. */
  readonly featureGate?: string;
  /** Whether the feature counts as used if a stored object has the field. Default: true. */
  readonly countsAsFeatureUse?: boolean;
  /** What features are off is not asked below: it is for another object, and asked when that is made. */
  readonly featuresUnchecked?: boolean;
}

/** The field of a struct with this JSON name. */
export function fieldOf(struct: StructSchema, name: string): Field | undefined {
  let index = fieldIndex.get(struct);
  if (!index) {
    index = new Map(struct.fields.map((field) => [field.name, field]));
    fieldIndex.set(struct, index);
  }
  return index.get(name);
}

/** Returns the field with this JSON name. If there is none, returns the first whose name differs only in letter case. */
export function fieldInAnyCase(struct: StructSchema, name: string): Field | undefined {
  const sameLength = (): readonly Field[] => struct.fields.filter((field) => field.name.length === name.length);
  return fieldOf(struct, name) ?? sameLength().find((field) => foldCase(field.name) === foldCase(name));
}

/** As in Go, the Kelvin sign equals `k`, and the long s equals `s`. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}

/** The schema at a dot-separated path of fields, or undefined where there is none. */
export function schemaAt(root: Schema, path: string): Schema | undefined {
  let schema: Schema | undefined = root;
  for (const step of path.split(".")) {
    if (schema?.node === "struct") schema = fieldOf(schema, step)?.schema;
    else schema = schema?.node === "map" ? schema.values : undefined;
  }
  return schema;
}

const fieldIndex = new WeakMap<StructSchema, ReadonlyMap<string, Field>>();

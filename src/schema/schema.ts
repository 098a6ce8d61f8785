/**
 * The language in which types are declared. A schema is plain data. Built-in kinds declare it, and custom types create
 * it at run time. Everything that depends on types (decoding, defaults, validation, patches, OpenAPI) is derived from
 * the nodes of the schema, never from the name of the kind.
 */

import { isFieldName } from "../base/go-field-name.ts";
import type { ReadonlyJsonObject } from "../base/json-object.ts";
import type { FormatName } from "../meta/formats.ts";
import type { NameToken } from "../meta/vocabulary.ts";
import type { StructuralSchema } from "../structural/index.ts";

declare const valueType: unique symbol;

/** Carries the TypeScript type of a schema's values. It has no effect at run time. */
interface Typed<T> {
  readonly [valueType]?: T;
  /** Restrictions that only custom types have. Their definitions contain them (`structuralDocument`). */
  readonly keywords?: StructuralKeywords;
}

/** Keywords of structural schemas for which the other nodes have no member. */
export interface StructuralKeywords {
  readonly format?: string;
  /** A regular expression in RE2 syntax that matches a part of the text. */
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** Rules in the expression language that values must satisfy. */
  readonly rules?: readonly ValueRule[];
}

/** A rule in the expression language. */
export interface ValueRule {
  /** Must be true. `self` is the value, `oldSelf` the one before an update. */
  readonly rule: string;
  /** Message of the error. Default: the rule itself. */
  readonly message?: string;
  /** Expression that returns the message. */
  readonly messageExpression?: string;
  /** Default: `FieldValueInvalid`. */
  readonly reason?: "FieldValueDuplicate" | "FieldValueForbidden" | "FieldValueInvalid" | "FieldValueRequired";
  /** Path of the member that the error names, such as `.replicas`. Default: the value itself. */
  readonly fieldPath?: string;
  /** Whether the rule also applies to a value that did not exist before. `oldSelf` is an optional value then. */
  readonly optionalOldSelf?: boolean;
}

/** A string. */
export interface TextSchema<T extends string = string> extends Typed<T> {
  readonly node: "text";
  /** Name of the reference's type if it is not `string`, such as `v1.PullPolicy`. Error messages show it. */
  readonly typeName: string;
  /** The known values, in the order in which messages list them. */
  readonly enum?: readonly string[];
  /** False if other values than those of `enum` are accepted. They are still published. Default: true. */
  readonly enumEnforced?: boolean;
  /** Format of `meta/formats.ts` that the string must have. */
  readonly format?: FormatName;
  readonly maxBytes?: number;
}

/** An integer of 32 or 64 bits. */
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

/** A value that is true or false. */
export interface BooleanSchema extends Typed<boolean> {
  readonly node: "boolean";
  readonly typeName: string;
}

/** Bytes, which JSON contains as base64. */
export interface BytesSchema extends Typed<string> {
  readonly node: "bytes";
  readonly maxBytes?: number;
}

/** A string with a canonical form, into which it is converted when it is decoded. */
export interface FormattedSchema extends Typed<string> {
  readonly node: "time" | "microTime" | "duration" | "quantity";
  /** Whether a time keeps its fraction, and the zero time, until it is stored (`CompiledSchema.roundSentTimes()`). */
  readonly isKeptAsSent?: boolean;
}

/** An integer of 32 bits or a string. */
export interface IntOrStringSchema extends Typed<number | string> {
  readonly node: "intOrString";
}

/** Any JSON value, stored as it was sent. `content` is `object` if the value should be an object; rules check that. */
export interface RawSchema extends Typed<Record<string, unknown>> {
  readonly node: "raw";
  readonly content: "object" | "any";
  /** The reference's named type of the value, if it has one. OpenAPI defines it. */
  readonly type?: NamedType;
  /** Whether the reference reads the value, so that an integer of more than 64 bits becomes a floating point number. Default: false. */
  readonly isRead?: boolean;
  /** Name of the type in OpenAPI, if it is not `runtime.RawExtension`. */
  readonly wellKnown?: "meta/v1.FieldsV1";
}

/** A type of the reference whose values OpenAPI does not describe further. */
export interface NamedType {
  /** Package, version and type: `apiextensions/v1.JSON`. */
  readonly name: string;
  readonly doc: string;
}

/** How the items of a list are identified: not at all, by their value, or by their key fields. */
export type ListType = "atomic" | "set" | "map";

/**
 * How a strategic merge patch treats a struct or a map, if it does not merge members:
 * - `retainKeys`: a patch with the `$retainKeys` directive removes the members that the directive does not list
 * - `replace`: the patch's value replaces the whole value
 */
export type PatchStrategy = "retainKeys" | "replace";

/**
 * How a strategic merge patch merges a list: by a key field of the items, or by the items themselves if there is no
 * key.
 */
export interface ListMerge {
  readonly key?: string;
  readonly retainKeys: boolean;
}

/** A list of values of one schema, with its merge and ownership rules. */
export interface ListSchema<T = unknown> extends Typed<T[]> {
  readonly node: "list";
  /** Whether protobuf has a separate message for the list. */
  readonly isMessage?: boolean;
  readonly items: Schema;
  readonly typeName?: string;
  /** If absent, the reference declares none. Field ownership then treats the list as atomic. */
  readonly listType?: ListType;
  /** Names of the fields that identify an item of a list of type `map`. */
  readonly mapKeys?: readonly string[];
  readonly merge?: ListMerge;
}

/** A map from strings to values of one schema. */
export interface MapSchema<T = unknown> extends Typed<Record<string, T>> {
  readonly node: "map";
  readonly values: Schema;
  readonly typeName?: string;
  /** Whether one field manager owns the map as a whole, instead of each entry separately. */
  readonly atomic: boolean;
}

/** An object with declared fields. */
export interface StructSchema<T = unknown> extends Typed<T> {
  readonly node: "struct";
  /** Package, version and type: `core/v1.Container`. */
  readonly name: string;
  readonly doc: string;
  /** Fields in the order in which they are written. */
  readonly fields: readonly Field[];
  /** Whether one field manager owns the struct as a whole, instead of each field separately. */
  readonly atomic: boolean;
  /** Which fields belong to which value of a discriminator. Published in OpenAPI, but not checked. */
  readonly alternatives: Alternatives | undefined;
  /** The members besides `fields`, if the struct is the object of a custom type. Default: there are none. */
  readonly members?: StructuralMembers | undefined;
}

/** The members of an object of a custom type, apart from its `apiVersion`, `kind` and `metadata`. */
export interface StructuralMembers {
  /** Read on first use. */
  readonly schema: StructuralSchema;
  /** Returns the schema as its definition declares it, with the texts that `schema` does not have. It must not be changed. */
  document(): ReadonlyJsonObject;
}

/** A discriminator field, whose value determines which other fields may be set. */
export interface Alternatives {
  readonly discriminator: string;
  /** For the name of each such field, the value of the discriminator. */
  readonly fields: Readonly<Record<string, string>>;
}

/** One of the two forms of a union. In protobuf, a message has a field for each form. */
export interface UnionMember<S extends Schema = Schema> {
  /** The reference's name of the form. */
  readonly name: string;
  readonly schema: S;
  readonly proto: number;
}

/** A value that is either an object or something else. The JSON value shows which form it has. */
export interface UnionSchema<T = unknown> extends Typed<T>, NamedType {
  readonly node: "union";
  readonly object: UnionMember<StructSchema>;
  readonly other: UnionMember<BooleanSchema | ListSchema>;
  /** Error message for a value that has neither form. */
  readonly expected: string;
}

/** Returns the form of a value. Undefined if it has neither. */
export function memberOf({ object, other }: UnionSchema, value: unknown): UnionMember | undefined {
  if (Array.isArray(value)) return other.schema.node === "list" ? other : undefined;
  if (typeof value === "object" && value !== null) return object;
  return typeof value === "boolean" && other.schema.node === "boolean" ? other : undefined;
}

/** The schema of any value. */
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

/** Whether the reference has a custom JSON decoder for the type. All such types are structs there. */
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
 * - `optional`: if it is not empty (zero, false, "" and empty collections are dropped); a struct always
 * - `pointer`: if it is set, even if it is empty
 * - `always`: always; if unset, as its zero value (null for lists and maps)
 * - `nullable`: always; if unset, as null
 */
export type Presence = "optional" | "pointer" | "always" | "nullable";

/** A field of a struct. */
export interface Field {
  readonly name: string;
  /** Token of the name, if the name depends on the vocabulary. `name` is the spelling in the declaration. */
  readonly spelling?: NameToken;
  readonly schema: Schema;
  readonly presence: Presence;
  /** Whether OpenAPI lists the field as required. It is then also required in the derived type. */
  readonly required: boolean;
  /** Protobuf field number. */
  readonly proto: number;
  /**
   * For a field that JSON writes inline, the field numbers of the messages that contain it in protobuf, outermost
   * first.
   */
  readonly protoWithin?: readonly number[];
  readonly doc: string;
  /** Value of an unset field. It is decoded like a sent value. */
  readonly default?: unknown;
  /**
   * OpenAPI shows the default, or the empty value if there is no default. The default of a key of a list is always
   * shown.
   */
  readonly publishesDefault?: boolean;
  /** List type that OpenAPI shows although the field is not a list. */
  readonly listTypeMark?: "atomic";
  /** Whether an empty value has a Required error. */
  readonly nonEmpty: boolean;
  /** Whether the rules of this value are not applied. The rules of the containing struct still see it. */
  readonly unchecked?: boolean;
  /** Whether an empty list is kept, so that rules can distinguish it from an absent one. */
  readonly keepsEmpty?: boolean;
  /** If absent, a strategic merge patch merges members. */
  readonly patchStrategy?: PatchStrategy;
  /** Whether the members of the struct or map have separate owners in this field, although its type is atomic. */
  readonly granular?: boolean;
  /** Whether the value is a credential. It is never recorded in the audit log. */
  readonly isCredential?: boolean;
  /** The field is dropped while this feature is disabled, unless the stored object uses the feature. */
  readonly featureGate?: string;
  /** Whether a stored object with this field counts as using the feature. Default: true. */
  readonly countsAsFeatureUse?: boolean;
  /**
   * Whether fields of disabled features are kept in this value. It is the template of another object, which is checked
   * when it is created.
   */
  readonly featuresUnchecked?: boolean;
}

/** Returns the field of a struct with this JSON name. */
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
  return fieldOf(struct, name) ?? struct.fields.find((field) => isFieldName(name, field.name));
}

/** Returns the schema at a dot-separated path of fields. Undefined if there is none. */
export function schemaAt(root: Schema, path: string): Schema | undefined {
  let schema: Schema | undefined = root;
  for (const step of path.split(".")) {
    if (schema?.node === "struct") schema = fieldOf(schema, step)?.schema;
    else schema = schema?.node === "map" ? schema.values : undefined;
  }
  return schema;
}

const fieldIndex = new WeakMap<StructSchema, ReadonlyMap<string, Field>>();

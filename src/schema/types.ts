/** Constants and functions with which declarations name the types of fields. */
import type { FormatName } from "../meta/formats.ts";
import type {
  BooleanSchema,
  BytesSchema,
  FormattedSchema,
  IntegerSchema,
  IntOrStringSchema,
  ListSchema,
  ListType,
  MapSchema,
  NamedType,
  NumberSchema,
  RawSchema,
  Schema,
  StructSchema,
  TextSchema,
  UnionMember,
  UnionSchema,
  ValueOf,
} from "./schema.ts";

/** A string of any form. */
export const text: TextSchema = { node: "text", typeName: "string" };
/** An integer of 32 bits. */
export const int32: IntegerSchema = { node: "integer", typeName: "int32", bits: 32 };
/** An integer of 64 bits. */
export const int64: IntegerSchema = { node: "integer", typeName: "int64", bits: 64 };
/** A 64-bit floating point number. */
export const float64: NumberSchema = { node: "number", typeName: "float64" };
/** A value that is true or false. */
export const boolean: BooleanSchema = { node: "boolean", typeName: "bool" };
/** Bytes, which JSON contains as base64. */
export const bytes: BytesSchema = { node: "bytes" };
/** A time in RFC 3339 form, stored in UTC with whole seconds. */
export const time: FormattedSchema = { node: "time" };
/** A time that messages show exactly as it was sent. It is rounded when it is stored. */
export const sentTime: FormattedSchema = { node: "time", isKeptAsSent: true };
/** A time in RFC 3339 form, stored in UTC with six fraction digits. */
export const microTime: FormattedSchema = { node: "microTime" };
/** A duration such as `1h30m`. */
export const duration: FormattedSchema = { node: "duration" };
/** A quantity such as `500m` or `1Gi`. */
export const quantity: FormattedSchema = { node: "quantity" };
/** An integer of 32 bits, or a string such as a name or a percentage. */
export const intOrString: IntOrStringSchema = { node: "intOrString" };
/** An object of any shape, stored as it was sent. */
export const rawObject: RawSchema = { node: "raw", content: "object" };

/** A set of fields, as `managedFields` shows it. */
export const fieldSetObject: RawSchema = { node: "raw", content: "object", wellKnown: "meta/v1.FieldsV1" };
/** Any JSON value, stored as it was sent. */
export const anyJson: RawSchema = { node: "raw", content: "any" };

/** Returns the schema of any JSON value that OpenAPI defines as a named type. */
export function namedJson(name: string, doc: string): RawSchema {
  return { ...anyJson, isRead: true, type: { name, doc } };
}

/** Returns the schema of a value that is an object or something else. The JSON value shows which form it has. */
export function union<O extends StructSchema, S extends BooleanSchema | ListSchema>(
  type: NamedType & { readonly expected: string },
  object: UnionMember<O>,
  other: UnionMember<S>,
): UnionSchema<ValueOf<O> | ValueOf<S>> {
  return { node: "union", ...type, object, other };
}

/** Returns the schema of a string with a named type that accepts any value. */
export function namedText(typeName: string): TextSchema {
  return { node: "text", typeName };
}

/** Returns the schema of a string that must be one of `values`. */
export function enumText<const V extends readonly string[]>(typeName: string, values: V): TextSchema<V[number]> {
  return { node: "text", typeName, enum: values };
}

/** Returns the schema of a string whose known values are published, but which accepts other values. */
export function openEnum<const V extends readonly string[]>(typeName: string, values: V): TextSchema<V[number]> {
  return { ...enumText(typeName, values), enumEnforced: false };
}

/** Returns the schema of a string with a format of `meta/formats.ts`, or of limited length. */
export function formattedText(options: { readonly format?: FormatName; readonly maxBytes?: number }): TextSchema {
  return { ...text, ...options };
}

/** Returns the schema of an integer within inclusive bounds. */
export function boundedInteger(
  base: IntegerSchema,
  bounds: { readonly minimum?: number; readonly maximum?: number },
): IntegerSchema {
  return { ...base, ...bounds };
}

/** Options of `list`: how items are identified and merged, and how other formats represent the list. */
export interface ListSchemaOptions {
  readonly type?: ListType;
  /** Names of the key fields of a list of type `map`. */
  readonly keys?: readonly string[];
  /** Strategic merge: the name of the key field, or true for items without one. */
  readonly merge?: string | true;
  /** Strategic merge: whether a patch may remove members of an item with the `$retainKeys` directive. */
  readonly retainKeys?: boolean;
  /** Name of the reference's type, such as `v1.ExtraValue`. */
  readonly typeName?: string;
  /** Whether protobuf has a separate message for the list instead of a repeated field. */
  readonly isMessage?: boolean;
}

/** Returns the schema of a list. */
export function list<S extends Schema>(items: S, options: ListSchemaOptions = {}): ListSchema<ValueOf<S>> {
  const { type, keys, merge, retainKeys = false, typeName, isMessage } = options;
  return {
    node: "list",
    items,
    ...(typeName ? { typeName } : {}),
    ...(isMessage ? { isMessage } : {}),
    ...(type ? { listType: type } : {}),
    ...(keys ? { mapKeys: keys } : {}),
    ...(merge ? { merge: merge === true ? { retainKeys } : { key: merge, retainKeys } } : {}),
  };
}

/** Name of a map type, and whether one field manager owns all entries of the map together. */
export interface MapSchemaOptions {
  /** Name of the reference's type, such as `v1.ResourceList`. */
  readonly typeName?: string;
  readonly atomic?: boolean;
}

/** Returns the schema of a map from strings to `values`. */
export function map<S extends Schema>(values: S, options: MapSchemaOptions = {}): MapSchema<ValueOf<S>> {
  return {
    node: "map",
    values,
    atomic: options.atomic ?? false,
    ...(options.typeName ? { typeName: options.typeName } : {}),
  };
}

/** Returns the name of the type in the reference's error messages. */
export function typeNameOf(schema: Schema): string {
  switch (schema.node) {
    case "text":
    case "integer":
    case "number":
    case "boolean":
      return schema.typeName;
    case "bytes":
      return "[]uint8";
    case "time":
    case "microTime":
    case "duration":
    case "quantity":
      return "string";
    case "intOrString":
      return "intstr.IntOrString";
    case "raw":
      return schema.type ? shortTypeName(schema.type) : "runtime.RawExtension";
    case "list":
      return schema.typeName ?? `[]${elementTypeName(schema.items)}`;
    case "map":
      return schema.typeName ?? `map[string]${elementTypeName(schema.values)}`;
    case "struct":
    case "union":
      return shortTypeName(schema);
  }
}

/**
 * Returns the name of an element's type. A time or quantity by itself is reported as a string, but as an element by the
 * name of its type.
 */
function elementTypeName(schema: Schema): string {
  switch (schema.node) {
    case "time":
      return "v1.Time";
    case "microTime":
      return "v1.MicroTime";
    case "duration":
      return "v1.Duration";
    case "quantity":
      return "resource.Quantity";
    default:
      return typeNameOf(schema);
  }
}

/** Returns `v1.Container` for `core/v1.Container`. */
function shortTypeName({ name }: Pick<NamedType, "name">): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

/** Returns `Container` for `core/v1.Container`. */
export function bareTypeName(struct: StructSchema): string {
  return struct.name.slice(struct.name.lastIndexOf(".") + 1);
}

/** The words with which declarations name the type of a field. */
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

export const text: TextSchema = { node: "text", typeName: "string" };
export const int32: IntegerSchema = { node: "integer", typeName: "int32", bits: 32 };
export const int64: IntegerSchema = { node: "integer", typeName: "int64", bits: 64 };
export const float64: NumberSchema = { node: "number", typeName: "float64" };
export const boolean: BooleanSchema = { node: "boolean", typeName: "bool" };
export const bytes: BytesSchema = { node: "bytes" };
/** RFC 3339 in UTC, whole seconds. */
export const time: FormattedSchema = { node: "time" };
/** A time that messages show as exactly as it was sent. It is rounded when it is stored. */
export const sentTime: FormattedSchema = { node: "time", isKeptAsSent: true };
/** RFC 3339 in UTC, six fraction digits. */
export const microTime: FormattedSchema = { node: "microTime" };
/** `1h30m`. */
export const duration: FormattedSchema = { node: "duration" };
/** `500m`, `1Gi`. */
export const quantity: FormattedSchema = { node: "quantity" };
export const intOrString: IntOrStringSchema = { node: "intOrString" };
/** An object of any shape, kept as it came. */
export const rawObject: RawSchema = { node: "raw", content: "object" };

/** A set of fields, as `managedFields` show it. */
export const fieldSetObject: RawSchema = { node: "raw", content: "object", wellKnown: "meta/v1.FieldsV1" };
/** Any JSON value, kept as it came. */
export const anyJson: RawSchema = { node: "raw", content: "any" };

/** Any JSON value, by the name of a type. */
export function namedJson(name: string, doc: string): RawSchema {
  return { ...anyJson, type: { name, doc } };
}

/** An object or something else, which is told from the JSON value. */
export function union<O extends StructSchema, S extends BooleanSchema | ListSchema>(
  type: NamedType & { readonly expected: string },
  object: UnionMember<O>,
  other: UnionMember<S>,
): UnionSchema<ValueOf<O> | ValueOf<S>> {
  return { node: "union", ...type, object, other };
}

/** A string whose known values are not all there may be. */
export function namedText(typeName: string): TextSchema {
  return { node: "text", typeName };
}

/** A string that must be one of `values`. */
export function oneOf<const V extends readonly string[]>(typeName: string, values: V): TextSchema<V[number]> {
  return { node: "text", typeName, enum: values };
}

/** A string whose values are published, though others are stored as well. */
export function listed<const V extends readonly string[]>(typeName: string, values: V): TextSchema<V[number]> {
  return { ...oneOf(typeName, values), enumEnforced: false };
}

/** A string with a format of `meta/formats.ts`, or of bounded length. */
export function formatted(options: { readonly format?: FormatName; readonly maxBytes?: number }): TextSchema {
  return { ...text, ...options };
}

/** An integer within bounds, both inclusive. */
export function within(
  base: IntegerSchema,
  bounds: { readonly minimum?: number; readonly maximum?: number },
): IntegerSchema {
  return { ...base, ...bounds };
}

export interface ListOptions {
  readonly type?: ListType;
  /** The keys of a list of type `map`. */
  readonly keys?: readonly string[];
  /** Strategic merge: the key's name, or true for items without one. */
  readonly merge?: string | true;
  /** Strategic merge: a patch item drops the members that it does not name. */
  readonly retainKeys?: boolean;
  /** The name of the reference's type: `v1.ExtraValue`. */
  readonly typeName?: string;
  /** In protobuf, the list is a message of its own, even where a repeated field would do. */
  readonly isMessage?: boolean;
}

export function list<S extends Schema>(items: S, options: ListOptions = {}): ListSchema<ValueOf<S>> {
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

export interface MapOptions {
  /** The name of the reference's type: `v1.ResourceList`. */
  readonly typeName?: string;
  readonly atomic?: boolean;
}

export function map<S extends Schema>(values: S, options: MapOptions = {}): MapSchema<ValueOf<S>> {
  return {
    node: "map",
    values,
    atomic: options.atomic ?? false,
    ...(options.typeName ? { typeName: options.typeName } : {}),
  };
}

/** The type's name as the reference's error texts print it. */
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

/** A time or an amount reads a text, and is a type of its own where it is a part of another type. */
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

/** `v1.Container` of `core/v1.Container`. */
function shortTypeName({ name }: Pick<NamedType, "name">): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

/** `Container` of `core/v1.Container`. */
export function bareTypeName(struct: StructSchema): string {
  return struct.name.slice(struct.name.lastIndexOf(".") + 1);
}

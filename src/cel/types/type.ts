/**
 * The types of the expression language. A type is immutable data. Types without parameters are shared constants, so that
 * most comparisons end at the first identity check.
 */

/** The kinds of types without parameters that every environment knows. */
export type PrimitiveKind =
  | "any"
  | "bool"
  | "bytes"
  | "double"
  | "duration"
  | "dyn"
  | "error"
  | "int"
  | "null"
  | "string"
  | "timestamp"
  | "uint";

/** A type without parameters that every environment knows. */
export interface PrimitiveType {
  readonly kind: PrimitiveKind;
}

/** `list(element)`. */
export interface CelListType {
  readonly kind: "list";
  readonly element: Type;
}

/** `map(key, value)`. */
export interface MapType {
  readonly kind: "map";
  readonly key: Type;
  readonly value: Type;
}

/** A type with named fields. A `TypeProvider` knows the fields. */
export interface ObjectType {
  readonly kind: "object";
  readonly name: string;
}

/** A type whose values only functions can look into: `optional_type(int)`, `net.IP`. */
export interface OpaqueType {
  readonly kind: "opaque";
  readonly name: string;
  readonly parameters: readonly Type[];
}

/** The type of a type: that of `int` is `type(int)`. Without a parameter, it is the type of all types. */
export interface TypeOfType {
  readonly kind: "type";
  readonly of: Type | undefined;
}

/** A parameter of a function's signature, or an unknown type that the checker has not inferred yet. */
export interface TypeParameter {
  readonly kind: "parameter";
  readonly name: string;
}

/** Any type of the language. */
export type Type = PrimitiveType | CelListType | MapType | ObjectType | OpaqueType | TypeOfType | TypeParameter;

/**
 * The type `google.protobuf.Any`: values of any type, such as the attributes of devices. It is assignable like `dyn`, but
 * is another type: no macro can iterate over it, and messages print it as `any`.
 */
export const anyType: Type = { kind: "any" };
/** The values true and false. */
export const boolType: Type = { kind: "bool" };
/** Sequences of octets. */
export const bytesType: Type = { kind: "bytes" };
/** Floating-point numbers with 64 bits. */
export const doubleType: Type = { kind: "double" };
/** `google.protobuf.Duration`. */
export const durationType: Type = { kind: "duration" };
/** Values of any type. Operations on them are checked at run time. */
export const dynType: Type = { kind: "dyn" };
/** The type of an expression with an error. It is assignable to every type, so that one error is reported once. */
export const errorType: Type = { kind: "error" };
/** `int`, with 64 bits. */
export const intType: Type = { kind: "int" };
/** The only value `null`; its name in expressions is `null_type`. */
export const nullType: Type = { kind: "null" };
/** Sequences of code points. */
export const stringType: Type = { kind: "string" };
/** `google.protobuf.Timestamp`. */
export const timestampType: Type = { kind: "timestamp" };
/** `uint`, with 64 bits. */
export const uintType: Type = { kind: "uint" };
/** The type of all types. */
export const typeType: Type = { kind: "type", of: undefined };

/** Returns the type of lists with such elements. */
export function listType(element: Type): CelListType {
  return { kind: "list", element };
}

/** Returns the type of maps with such keys and values. */
export function mapType(key: Type, value: Type): MapType {
  return { kind: "map", key, value };
}

/** Returns the object type with a name, which a `TypeProvider` knows. */
export function objectType(name: string): ObjectType {
  return { kind: "object", name };
}

/** Returns the opaque type with a name and parameters. */
export function opaqueType(name: string, ...parameters: Type[]): OpaqueType {
  return { kind: "opaque", name, parameters };
}

/** With one parameter, the type of the value that may be missing. */
export const optionalTypeName = "optional_type";

/** Returns the type of optional values of `value`'s type. */
export function optionalType(value: Type): OpaqueType {
  return opaqueType(optionalTypeName, value);
}

/** Returns the type of a type. */
export function typeOfType(of: Type): TypeOfType {
  return { kind: "type", of };
}

/** Returns the type parameter with a name. */
export function typeParameter(name: string): TypeParameter {
  return { kind: "parameter", name };
}

/** Returns the type with other parts, such as the element of a list. Returns the same type if no part changes. */
export function withParts(type: Type, change: (part: Type) => Type): Type {
  switch (type.kind) {
    case "list": {
      const element = change(type.element);
      return element === type.element ? type : listType(element);
    }
    case "map": {
      const [key, value] = [change(type.key), change(type.value)];
      return key === type.key && value === type.value ? type : mapType(key, value);
    }
    case "opaque": {
      const parameters = type.parameters.map(change);
      return parameters.every((part, index) => part === type.parameters[index])
        ? type
        : opaqueType(type.name, ...parameters);
    }
    case "type": {
      const of = type.of && change(type.of);
      return of === undefined || of === type.of ? type : typeOfType(of);
    }
    default:
      return type;
  }
}

const runtimeNames: Record<Exclude<Type["kind"], "object" | "opaque" | "parameter">, string> = {
  any: "google.protobuf.Any",
  bool: "bool",
  bytes: "bytes",
  double: "double",
  duration: "google.protobuf.Duration",
  dyn: "dyn",
  error: "error",
  int: "int",
  list: "list",
  map: "map",
  null: "null_type",
  string: "string",
  timestamp: "google.protobuf.Timestamp",
  type: "type",
  uint: "uint",
};

/** Returns the name of a type without its parameters, as `type(x)` identifies it: `list`, `null_type`, `net.IP`. */
export function runtimeTypeName(type: Type): string {
  if (type.kind === "object" || type.kind === "opaque" || type.kind === "parameter") return type.name;
  return runtimeNames[type.kind];
}

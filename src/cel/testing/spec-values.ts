/** Cases of the language's conformance tests, in the JSON form of their protobuf messages. */
import type { EnvironmentAdditions } from "../declarations/index.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  nullType,
  optionalType,
  stringType,
  type Type,
  timestampType,
  typeOfType,
  uintType,
} from "../types/index.ts";
import { ArrayListValue, EntryMapValue, Uint, type Value } from "../values/index.ts";

/** A value: exactly one member is present. */
export interface SpecValue {
  readonly boolValue?: boolean;
  readonly int64Value?: string | number;
  readonly uint64Value?: string | number;
  readonly doubleValue?: number | string;
  readonly stringValue?: string;
  readonly bytesValue?: string;
  readonly nullValue?: null;
  readonly typeValue?: string;
  readonly listValue?: { readonly values?: readonly SpecValue[] };
  readonly mapValue?: { readonly entries?: readonly { readonly key: SpecValue; readonly value: SpecValue }[] };
  readonly objectValue?: { readonly "@type": string; readonly value: string };
}

/** A type: exactly one member is present. */
export interface SpecType {
  readonly primitive?: string;
  readonly wellKnown?: string;
  readonly dyn?: object;
  readonly null?: null;
  readonly listType?: { readonly elemType: SpecType };
  readonly mapType?: { readonly keyType: SpecType; readonly valueType: SpecType };
  readonly abstractType?: { readonly parameterTypes: readonly SpecType[] };
  readonly type?: SpecType;
}

/** One conformance case. */
export interface SpecCase {
  readonly name?: string;
  readonly expr: string;
  readonly container?: string;
  readonly disableCheck?: boolean;
  readonly typeEnv?: readonly { readonly name: string; readonly ident?: { readonly type: SpecType } }[];
  readonly bindings?: Readonly<Record<string, { readonly value: SpecValue }>>;
  readonly value?: SpecValue;
  readonly evalError?: object;
  readonly anyEvalErrors?: object;
  readonly typedResult?: { readonly result?: SpecValue };
}

const primitives: Readonly<Record<string, Type>> = {
  BOOL: boolType,
  BYTES: bytesType,
  DOUBLE: doubleType,
  INT64: intType,
  STRING: stringType,
  UINT64: uintType,
  TIMESTAMP: timestampType,
  DURATION: durationType,
};

/** Returns a type. */
function readSpecType(type: SpecType): Type {
  const named = primitives[type.primitive ?? type.wellKnown ?? ""];
  if (named) return named;
  if (type.listType) return listType(readSpecType(type.listType.elemType));
  if (type.mapType) return mapType(readSpecType(type.mapType.keyType), readSpecType(type.mapType.valueType));
  const [parameter] = type.abstractType?.parameterTypes ?? [];
  if (parameter) return optionalType(readSpecType(parameter));
  if (type.type) return typeOfType(readSpecType(type.type));
  return "null" in type ? nullType : dynType;
}

/** Returns a value of a binding. */
export function readSpecValue(value: SpecValue): Value {
  const { boolValue, int64Value, uint64Value, doubleValue, stringValue, bytesValue, listValue, mapValue } = value;
  if (boolValue !== undefined) return boolValue;
  if (int64Value !== undefined) return BigInt(int64Value);
  if (uint64Value !== undefined) return new Uint(BigInt(uint64Value));
  if (doubleValue !== undefined) return Number(doubleValue);
  if (stringValue !== undefined) return stringValue;
  if (bytesValue !== undefined) return new Uint8Array(Buffer.from(bytesValue, "base64"));
  if (listValue) return new ArrayListValue((listValue.values ?? []).map(readSpecValue));
  if (mapValue) {
    const entries = mapValue.entries ?? [];
    return EntryMapValue.of(entries.map((entry) => [readSpecValue(entry.key), readSpecValue(entry.value)] as const));
  }
  return null;
}

const infinities: Readonly<Record<string, string>> = { Infinity: "+Inf", "-Infinity": "-Inf" };

/** Returns an expected value in the form of `shownValue()`. */
export function shownSpecValue(value: SpecValue): unknown {
  const { boolValue, int64Value, uint64Value, doubleValue, stringValue, bytesValue } = value;
  if (boolValue !== undefined) return boolValue;
  if (int64Value !== undefined) return { int: String(int64Value) };
  if (uint64Value !== undefined) return { uint: String(uint64Value) };
  if (doubleValue !== undefined) return { double: infinities[doubleValue] ?? doubleValue };
  if (stringValue !== undefined) return { string: stringValue };
  if (bytesValue !== undefined) return { bytes: bytesValue };
  return shownOther(value);
}

function shownOther({ typeValue, listValue, mapValue, objectValue }: SpecValue): unknown {
  if (typeValue !== undefined) return { type: typeValue };
  if (listValue) return { list: (listValue.values ?? []).map(shownSpecValue) };
  if (mapValue) {
    const entries = (mapValue.entries ?? []).map(
      ({ key, value }) => [shownSpecValue(key), shownSpecValue(value)] as const,
    );
    const text = ([key]: readonly [unknown, unknown]): string => JSON.stringify(key);
    return { map: entries.toSorted((one, other) => (text(one) < text(other) ? -1 : 1)) };
  }
  if (!objectValue) return { null: true };
  if (objectValue["@type"].endsWith("Timestamp")) return { timestamp: objectValue.value };
  return { duration: String(Math.round(Number(objectValue.value.replace("s", "")) * 1e9)) };
}

/** Returns the variables and the container of a case. */
export function additionsOf({ typeEnv = [], container }: SpecCase): EnvironmentAdditions {
  const variables = typeEnv.flatMap(({ name, ident }) => (ident ? [[name, readSpecType(ident.type)] as const] : []));
  return { variables: Object.fromEntries(variables), ...(container === undefined ? {} : { container }) };
}

const protobufName =
  /TestAllTypes|GlobalEnum|NestedTest|proto[23]|google\.protobuf\.(?:Any|Struct|Value|ListValue|\w+Value)|google\.(?:type|rpc)|messageType/;

/** Whether a case needs protobuf messages, which no environment of the API has. */
export function usesProtobuf(spec: SpecCase): boolean {
  return protobufName.test(JSON.stringify(spec));
}

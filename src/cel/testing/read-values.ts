/** Types and values of recorded cases. */
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  optionalType,
  stringType,
  type Type,
  timestampType,
  uintType,
} from "../types/index.ts";
import { ArrayListValue, Duration, EntryMapValue, fromJson, Timestamp, Uint, type Value } from "../values/index.ts";

const plainTypes = new Map<string, Type>([
  ["int", intType],
  ["uint", uintType],
  ["double", doubleType],
  ["string", stringType],
  ["bytes", bytesType],
  ["bool", boolType],
  ["dyn", dynType],
  ["timestamp", timestampType],
  ["duration", durationType],
]);

/** Returns the type with a name such as `map(string, int)`. The key of a map has no parameters. */
export function readType(text: string): Type {
  const plain = plainTypes.get(text);
  if (plain) return plain;
  const [, name, inner = ""] = /^(\w+)\((.*)\)$/.exec(text) ?? [];
  if (name === "list") return listType(readType(inner));
  if (name === "optional_type") return optionalType(readType(inner));
  const [, key = "", value = ""] = /^(\w+), ?(.*)$/.exec(inner) ?? [];
  if (name === "map") return mapType(readType(key), readType(value));
  throw new Error(`there is no type ${text}`);
}

const markedValues: Readonly<Record<string, (text: string) => Value>> = {
  $int: (text) => BigInt(text),
  $uint: (text) => new Uint(BigInt(text)),
  $double: (text) => (text === "+Inf" ? Number.POSITIVE_INFINITY : Number(text)),
  $bytes: (text) => new Uint8Array(Buffer.from(text, "base64")),
  $timestamp: (text) => new Timestamp(Date.parse(text) / 1000, 0),
  $duration: (text) => new Duration(BigInt(text.replace(/s$/, "")) * 1_000_000_000n),
};

/** Returns the value of JSON in which `{"$uint": "5"}` and the like mark values that JSON does not have. */
export function readValue(json: unknown): Value {
  if (Array.isArray(json)) return new ArrayListValue(json.map(readValue));
  if (typeof json !== "object" || json === null) return fromJson(json);
  const entries = Object.entries(json);
  const [first] = entries;
  const read = entries.length === 1 && first ? markedValues[first[0]] : undefined;
  if (read && first) return read(String(first[1]));
  return EntryMapValue.of(entries.map(([key, value]) => [key, readValue(value)] as const));
}

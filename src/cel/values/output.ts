/** Values as JSON, and in the notation of the language. */
import { runtimeTypeName } from "../types/index.ts";
import { formatDurationSeconds, formatTimestamp, plainDecimal } from "./spelling.ts";
import { formatKey } from "./type-of-value.ts";
import {
  Duration,
  EvaluationError,
  ListValue,
  MapValue,
  ObjectValue,
  OpaqueValue,
  OptionalValue,
  Timestamp,
  TypeValue,
  Uint,
  type Value,
} from "./value.ts";

/** Returns a value as JSON data. Integers are bigints, bytes are base64, times and other values are texts. */
export function toJson(value: Value): unknown {
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Uint) return value.value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof ListValue) return [...value].map(toJson);
  if (value instanceof MapValue || value instanceof ObjectValue) return Object.fromEntries(jsonMembers(value));
  if (value instanceof OptionalValue) return value.value === undefined ? null : toJson(value.value);
  return plainText(value);
}

function* jsonMembers(value: MapValue | ObjectValue): Generator<[string, unknown]> {
  for (const key of value.keys()) {
    const member = value instanceof MapValue ? value.get(key) : value.get(formatKey(key));
    yield [formatKey(key), toJson(member ?? null)];
  }
}

type OtherValue = Exclude<Value, null | boolean | bigint | number | string | Uint | Uint8Array>;

function plainText(value: OtherValue): string {
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDurationSeconds(value);
  if (value instanceof TypeValue) return runtimeTypeName(value.type);
  if (value instanceof EvaluationError) return value.message;
  return value instanceof OpaqueValue ? value.toString() : formatKey(value);
}

/** Returns a value as it is written in expressions: `[1, 2u]`, `{"a": b"x"}`, `duration("90s")`. */
export function toText(value: Value): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return doubleText(value);
  if (value === null || typeof value !== "object") return String(value);
  if (value instanceof Uint) return `${value.value}u`;
  if (value instanceof Uint8Array) return `b${bytesText(value)}`;
  if (value instanceof ListValue) return `[${[...value].map(toText).join(", ")}]`;
  if (value instanceof MapValue) {
    const entries = [...value.keys()].map((key) => `${toText(key)}: ${toText(value.get(key) ?? null)}`);
    return `{${entries.join(", ")}}`;
  }
  if (value instanceof ObjectValue) {
    return `{${[...value.keys()].map((key) => `${key}: ${toText(value.get(key) ?? null)}`).join(", ")}}`;
  }
  if (value instanceof OptionalValue) {
    return value.value === undefined ? "optional.none()" : `optional.of(${toText(value.value)})`;
  }
  if (value instanceof Timestamp) return `timestamp(${JSON.stringify(plainText(value))})`;
  return value instanceof Duration ? `duration(${JSON.stringify(plainText(value))})` : plainText(value);
}

/** A double has a point, so that it differs from an integer. */
function doubleText(value: number): string {
  if (!Number.isFinite(value)) return `double("${value}")`;
  const text = plainDecimal(value);
  return text.includes(".") ? text : `${text}.0`;
}

function bytesText(bytes: Uint8Array): string {
  const characters = [...bytes].map((byte) => {
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
    return isPlain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`;
  });
  return `"${characters.join("")}"`;
}

/** Values as plain data, for the comparison with recorded results. */
import { runtimeTypeName } from "../types/index.ts";
import {
  Duration,
  EvaluationError,
  formatTimestamp,
  ListValue,
  MapValue,
  OptionalValue,
  Timestamp,
  TypeValue,
  toText,
  typeOfValue,
  Uint,
  type Value,
} from "../values/index.ts";

/** Returns `{ int: "1" }`, `{ list: [...] }`, `{ error: "division by zero" }` or a boolean. Maps are sorted by their keys. */
export function shownValue(value: Value): unknown {
  switch (typeof value) {
    case "boolean":
      return value;
    case "bigint":
      return { int: String(value) };
    case "string":
      return { string: value };
    case "number":
      return { double: shownDouble(value) };
    default:
      return value === null ? { null: true } : shownObject(value);
  }
}

function shownDouble(value: number): string | number {
  if (Number.isNaN(value)) return "NaN";
  if (Number.isFinite(value)) return value;
  return value > 0 ? "+Inf" : "-Inf";
}

function shownObject(value: Exclude<Value, null | boolean | bigint | number | string>): unknown {
  if (value instanceof Uint) return { uint: String(value.value) };
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString("base64") };
  if (value instanceof Timestamp) return { timestamp: formatTimestamp(new Timestamp(value.seconds, value.nanos)) };
  if (value instanceof Duration) return { duration: String(value.nanos) };
  if (value instanceof OptionalValue) return { optional: value.value === undefined ? null : shownValue(value.value) };
  if (value instanceof TypeValue) return { type: runtimeTypeName(value.type) };
  if (value instanceof EvaluationError) return { error: value.message };
  if (value instanceof ListValue) return { list: [...value].map(shownValue) };
  if (value instanceof MapValue) return { map: shownEntries(value) };
  return { opaque: runtimeTypeName(typeOfValue(value)), text: toText(value) };
}

function shownEntries(map: MapValue): readonly unknown[] {
  const entries = [...map.keys()].map((key) => [shownValue(key), shownValue(map.get(key) ?? null)] as const);
  const text = ([key]: readonly [unknown, unknown]): string => JSON.stringify(key);
  return entries.toSorted((one, other) => (text(one) < text(other) ? -1 : 1));
}

/** Doubles in recorded results are texts. Returns the results with finite doubles as numbers. */
export function withNumbers(recorded: unknown): unknown {
  return JSON.parse(JSON.stringify(recorded ?? null), (name, part: unknown) =>
    name === "double" && typeof part === "string" && /^[-\d]/.test(part) && !part.includes("Inf") ? Number(part) : part,
  );
}

/** `format()`: texts with values in place of clauses such as `%s` and `%.2f`. */
import { goQuote } from "../../../../meta/go-quote.ts";
import { runtimeTypeName } from "../../../types/index.ts";
import {
  compareText,
  Duration,
  EvaluationError,
  formatDouble,
  formatDurationSeconds,
  formatTimestamp,
  ListValue,
  MapValue,
  Timestamp,
  TypeValue,
  typeOfValue,
  Uint,
  type Value,
} from "../../../values/index.ts";
import { textOfBytes } from "../../standard/conversion.ts";
import { lengthFault } from "../length-limit.ts";
import { type Clause, type ClauseKind, partsOf } from "./clauses.ts";
import { groupedFixed, plainFixed, scientific } from "./numbers.ts";

const precisionDefault = 6;

/** The texts of errors about values that a clause cannot print. */
const clauseFaults: Record<ClauseKind, string> = {
  s: "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps",
  d: "decimal clause can only be used on integers",
  f: "fixed-point clause can only be used on doubles",
  e: "scientific clause can only be used on doubles",
  b: "only integers and bools can be formatted as binary",
  x: "only integers, byte buffers, and strings can be formatted as hex",
  X: "only integers, byte buffers, and strings can be formatted as hex",
  o: "octal clause can only be used on integers",
};

/** Returns the error of a clause that cannot print values of a type. */
export function clauseError(kind: ClauseKind, typeName: string): EvaluationError {
  return new EvaluationError(`error during formatting: ${clauseFaults[kind]}, was given ${typeName}`);
}

/** Returns the format with the values in place of its clauses. */
export function formatValues(format: string, values: ListValue): Value {
  let result = "";
  let index = 0;
  for (const part of partsOf(format)) {
    if (typeof part === "string") {
      result += part;
      continue;
    }
    if (index >= values.size) return new EvaluationError(`index ${index} out of range`);
    if ("fault" in part) return part.fault;
    const text = clauseText(part, values.at(index++));
    if (text instanceof EvaluationError) return text;
    result += text;
    const fault = lengthFault("format", result.length);
    if (fault) return fault;
  }
  return result;
}

function clauseText({ kind, precision = precisionDefault }: Clause, value: Value): string | EvaluationError {
  return textOf(kind, precision, value) ?? clauseError(kind, runtimeTypeName(typeOfValue(value)));
}

function textOf(kind: ClauseKind, precision: number, value: Value): string | EvaluationError | undefined {
  switch (kind) {
    case "s":
      return plainText(value);
    case "d":
      return integerOf(value)?.toString();
    case "f":
      return withDouble(value, (number) => groupedFixed(number, precision));
    case "e":
      return withDouble(value, (number) => scientific(number, precision));
    case "b":
      return typeof value === "boolean" ? String(Number(value)) : integerOf(value)?.toString(2);
    case "o":
      return integerOf(value)?.toString(8);
    case "x":
      return hexadecimal(value);
    case "X":
      return hexadecimal(value)?.toUpperCase();
  }
}

function integerOf(value: Value): bigint | undefined {
  if (typeof value === "bigint") return value;
  return value instanceof Uint ? value.value : undefined;
}

const namedDoubles: ReadonlyMap<string, number> = new Map([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);

function withDouble(value: Value, print: (number: number) => string): string | undefined {
  const number = typeof value === "string" ? namedDoubles.get(value) : value;
  return typeof number === "number" ? print(number) : undefined;
}

function hexadecimal(value: Value): string | undefined {
  if (typeof value === "string" || value instanceof Uint8Array) return Buffer.from(value as string).toString("hex");
  return integerOf(value)?.toString(16);
}

/** Returns what `%s` prints; undefined for values that it cannot print. */
function plainText(value: Value): string | EvaluationError | undefined {
  if (typeof value === "string") return value;
  if (value === null) return "null";
  if (typeof value === "number") return formatDouble(value);
  if (typeof value === "boolean") return String(value);
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDurationSeconds(value);
  if (value instanceof ListValue) return listText(value);
  if (value instanceof MapValue) return mapText(value);
  if (value instanceof TypeValue) return runtimeTypeName(value.type);
  if (value instanceof Uint8Array) return bytesText(value);
  return integerOf(value)?.toString();
}

function bytesText(bytes: Uint8Array): string | EvaluationError {
  const text = textOfBytes(bytes);
  if (typeof text === "string") return text;
  return new EvaluationError(`error during formatting: could not convert argument "${text.message}" to string`);
}

/** Returns a value as a part of a list or map: texts are quoted, times look like calls. */
function memberText(value: Value): string | EvaluationError {
  if (typeof value === "string") return goQuote(value);
  if (typeof value === "number") {
    const text = plainFixed(value, precisionDefault);
    return Number.isFinite(value) ? text : goQuote(text);
  }
  if (value instanceof Timestamp) return `timestamp(${goQuote(formatTimestamp(value))})`;
  if (value instanceof Duration) return `duration(${goQuote(formatDurationSeconds(value))})`;
  const text = plainText(value);
  if (text === undefined) {
    return new EvaluationError(
      `error during formatting: no formatting function for ${runtimeTypeName(typeOfValue(value))}`,
    );
  }
  return value instanceof Uint8Array && typeof text === "string" ? `b${goQuote(text)}` : text;
}

function listText(list: ListValue): string | EvaluationError {
  const texts: string[] = [];
  let length = 0;
  for (const element of list) {
    const text = memberText(element);
    if (text instanceof EvaluationError) return text;
    length += text.length;
    const fault = lengthFault("format", length);
    if (fault) return fault;
    texts.push(text);
  }
  return `[${texts.join(", ")}]`;
}

function mapText(map: MapValue): string | EvaluationError {
  const entries: [key: string, value: string][] = [];
  let length = 0;
  for (const key of map.keys()) {
    if (typeof key === "number" || key === null || (typeof key === "object" && !(key instanceof Uint))) {
      const typeName = runtimeTypeName(typeOfValue(key));
      return new EvaluationError(`error during formatting: no formatting function for map key of type ${typeName}`);
    }
    const [keyText, valueText] = [memberText(key), memberText(map.get(key) ?? null)];
    if (keyText instanceof EvaluationError) return keyText;
    if (valueText instanceof EvaluationError) return valueText;
    length += keyText.length + valueText.length;
    const fault = lengthFault("format", length);
    if (fault) return fault;
    entries.push([keyText, valueText]);
  }
  entries.sort(([one], [other]) => compareText(one, other));
  return `{${entries.map(([key, value]) => `${key}:${value}`).join(", ")}}`;
}

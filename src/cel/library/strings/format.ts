/** `format()`: texts with values in place of clauses such as `%s` and `%.2f`. */
import { compareText } from "../../../base/compare-text.ts";
import { goIntFaultText, readGoInt } from "../../../meta/go-int.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { runtimeTypeName } from "../../types/index.ts";
import {
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
} from "../../values/index.ts";
import { groupedFixed, plainFixed, scientific } from "./format-numbers.ts";

/** How a clause prints a value. */
export type ClauseKind = "s" | "d" | "f" | "e" | "b" | "x" | "X" | "o";

/** A clause of a format. */
export interface Clause {
  readonly kind: ClauseKind;
  readonly precision: number | undefined;
}

/** A format as texts and clauses. An error ends it. */
export type FormatPart = string | Clause | EvaluationError;

const precisionDefault = 6;
const clauseKinds: ReadonlySet<string> = new Set(["s", "d", "f", "e", "b", "x", "X", "o"]);

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

/** Yields the parts of a format. The errors of clauses that have no value come first. @param valueCount how many values there are */
export function* partsOf(format: string, valueCount: number): Generator<FormatPart> {
  let from = 0;
  let index = 0;
  for (let at = format.indexOf("%"); at >= 0; at = format.indexOf("%", from)) {
    if (at > from) yield format.slice(from, at);
    if (format[at + 1] === "%") {
      yield "%";
      from = at + 2;
      continue;
    }
    if (index >= valueCount) return yield new EvaluationError(`index ${index} out of range`);
    if (at + 1 >= format.length) return yield new EvaluationError("unexpected end of string");
    const read = readClause(format, at + 1);
    if (read instanceof EvaluationError) return yield read;
    yield read.clause;
    index++;
    from = read.end;
  }
  if (from < format.length) yield format.slice(from);
}

function unparsed(why: string): EvaluationError {
  return new EvaluationError(`could not parse formatting clause: ${why}`);
}

function readClause(format: string, start: number): { clause: Clause; end: number } | EvaluationError {
  let at = start;
  let precision: number | undefined;
  if (format[at] === ".") {
    let end = at + 1;
    while (/[0-9]/.test(format[end] ?? "")) end++;
    if (end >= format.length)
      return unparsed("error while parsing precision: could not find end of precision specifier");
    const digits = format.slice(at + 1, end);
    const value = readGoInt(digits);
    if (typeof value !== "bigint") {
      const why = goIntFaultText(digits, value, "Atoi");
      return unparsed(`error while parsing precision: error while converting precision to integer: ${why}`);
    }
    precision = Number(value);
    at = end;
  }
  const kind = format[at] ?? "";
  if (!clauseKinds.has(kind)) return unparsed(`unrecognized formatting clause "${kind}"`);
  return { clause: { kind: kind as ClauseKind, precision }, end: at + 1 };
}

/** Returns the format with the values in place of its clauses. */
export function formatValues(format: string, values: ListValue): Value {
  let result = "";
  let index = 0;
  for (const part of partsOf(format, values.size)) {
    if (part instanceof EvaluationError) return part;
    if (typeof part === "string") result += part;
    else {
      const text = clauseText(part, values.at(index++));
      if (text instanceof EvaluationError) return text;
      result += text;
    }
  }
  return result;
}

function clauseText({ kind, precision = precisionDefault }: Clause, value: Value): string | EvaluationError {
  const text = textOf(kind, precision, value);
  return text ?? clauseError(kind, runtimeTypeName(typeOfValue(value)));
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
      return typeof value === "boolean" ? (value ? "1" : "0") : integerOf(value)?.toString(2);
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
  if (typeof value === "string") return Buffer.from(value).toString("hex");
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
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

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function bytesText(bytes: Uint8Array): string | EvaluationError {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new EvaluationError(
      'error during formatting: could not convert argument "invalid UTF-8 in bytes, cannot convert to string" to string',
    );
  }
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
  for (const element of list) {
    const text = memberText(element);
    if (text instanceof EvaluationError) return text;
    texts.push(text);
  }
  return `[${texts.join(", ")}]`;
}

function mapText(map: MapValue): string | EvaluationError {
  const entries: [key: string, value: string][] = [];
  for (const key of map.keys()) {
    if (typeof key === "number" || key === null || (typeof key === "object" && !(key instanceof Uint))) {
      const typeName = runtimeTypeName(typeOfValue(key));
      return new EvaluationError(`error during formatting: no formatting function for map key of type ${typeName}`);
    }
    const [keyText, valueText] = [memberText(key), memberText(map.get(key) ?? null)];
    if (keyText instanceof EvaluationError) return keyText;
    if (valueText instanceof EvaluationError) return valueText;
    entries.push([keyText, valueText]);
  }
  entries.sort(([one], [other]) => compareText(one, other));
  return `{${entries.map(([key, value]) => `${key}:${value}`).join(", ")}}`;
}

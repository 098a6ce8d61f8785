/** Conversions between types. */

import { parseDuration } from "../../../meta/duration.ts";
import { readGoBoolean } from "../../../meta/go-boolean.ts";
import { readGoInt } from "../../../meta/go-int.ts";
import { ParseError } from "../../../meta/parse-error.ts";
import { parseInstant, utcOffsetSeconds } from "../../../meta/time.ts";
import {
  type ConstantCheck,
  type FunctionDeclaration,
  type Overload,
  scaleRange,
  textCost,
  traversalFactor,
  wrapped,
} from "../../declarations/index.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  isSameType,
  runtimeTypeName,
  stringType,
  type Type,
  timestampType,
  typeOfType,
  typeParameter,
  uintType,
} from "../../types/index.ts";
import {
  Duration,
  EvaluationError,
  formatDouble,
  formatDurationSeconds,
  formatTimestamp,
  Timestamp,
  TypeValue,
  typeOfValue,
  Uint,
  type Value,
} from "../../values/index.ts";
import { declareFunction, globalOverload, withRules } from "../declare.ts";
import { checkedInt, checkedUint } from "./arithmetic.ts";
import { readGoFloat } from "./go-float-reader.ts";
import { checkedTimestamp } from "./time-arithmetic.ts";

function conversionError(from: Type, to: Type): EvaluationError {
  return new EvaluationError(`type conversion error from '${runtimeTypeName(from)}' to '${runtimeTypeName(to)}'`);
}

function conversion(id: string, from: Type, to: Type, convert: (value: Value) => Value): Overload {
  return globalOverload(id, [from], to, convert);
}

function identity(id: string, type: Type): Overload {
  return conversion(id, type, type, (value) => value);
}

/** Returns the conversion of a text. @param read returns undefined for a text that cannot be converted */
function fromText(id: string, to: Type, read: (text: string) => Value | undefined): Overload {
  return conversion(id, stringType, to, (value) => read(value as string) ?? conversionError(stringType, to));
}

const int64Limit = 2 ** 63;
const uint64Limit = 2 ** 64;

/** Doubles are rounded toward zero. -2^63 is an error, as in the reference. */
function intOfDouble(value: Value): Value {
  const number = value as number;
  const isInRange = number > -int64Limit && number < int64Limit;
  return isInRange ? BigInt(Math.trunc(number)) : new EvaluationError("integer overflow");
}

function uintOfDouble(value: Value): Value {
  const number = value as number;
  const isInRange = number >= 0 && number < uint64Limit;
  return isInRange ? new Uint(BigInt(Math.trunc(number))) : new EvaluationError("unsigned integer overflow");
}

function readInt(text: string): bigint | undefined {
  const value = readGoInt(text);
  return typeof value === "bigint" ? value : undefined;
}

/** How many digits 2^64 has. The limit keeps hostile texts cheap. */
const uintDigitsMax = 20;

function readUint(text: string): Uint | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  const digits = text.replace(/^0+(?=\d)/, "");
  if (digits.length > uintDigitsMax) return undefined;
  const value = BigInt(digits);
  return BigInt.asUintN(64, value) === value ? new Uint(value) : undefined;
}

/** A longer text has thousands of terms, or as many zeros. The reference reads it, but this costs only 1. */
const durationLengthMax = 10_000;

function readDuration(text: string): Duration | undefined {
  if (text.length > durationLengthMax) return undefined;
  try {
    return new Duration(parseDuration(text));
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

/** Returns the time in a text of RFC 3339; undefined if it is none. */
export function readTimestamp(text: string): Value | undefined {
  try {
    const { epochSeconds, nanoseconds } = parseInstant(text);
    return checkedTimestamp(BigInt(epochSeconds), nanoseconds, utcOffsetSeconds(text));
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Returns the text in bytes of UTF-8, or an error. */
export function textOfBytes(bytes: Uint8Array): string | EvaluationError {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new EvaluationError("invalid UTF-8 in bytes, cannot convert to string");
  }
}

const bytesToString = withRules(
  conversion("bytes_to_string", bytesType, stringType, (bytes) => textOfBytes(bytes as Uint8Array)),
  {
    cost: textCost(1),
    estimate({ args: [bytes], scalarOrSizeOf }) {
      if (!bytes) return undefined;
      const size = scalarOrSizeOf(bytes);
      return { cost: scaleRange(size, traversalFactor), resultSize: { min: size.min / 4n, max: size.max } };
    },
  },
);

const stringToBytes = withRules(
  conversion("string_to_bytes", stringType, bytesType, (text) => encoder.encode(text as string)),
  {
    cost: textCost(1),
    estimate({ args: [text], scalarOrSizeOf }) {
      if (!text) return undefined;
      const size = scalarOrSizeOf(text);
      return { cost: scaleRange(size, traversalFactor), resultSize: { min: size.min, max: wrapped(size.max * 4n) } };
    },
  },
);

const toInt = declareFunction("int", [
  identity("int64_to_int64", intType),
  conversion("double_to_int64", doubleType, intType, intOfDouble),
  conversion("duration_to_int64", durationType, intType, (value) => (value as Duration).nanos),
  fromText("string_to_int64", intType, readInt),
  conversion("timestamp_to_int64", timestampType, intType, (value) => BigInt((value as Timestamp).seconds)),
  conversion("uint64_to_int64", uintType, intType, (value) => checkedInt((value as Uint).value)),
]);

const toUint = declareFunction("uint", [
  identity("uint64_to_uint64", uintType),
  conversion("double_to_uint64", doubleType, uintType, uintOfDouble),
  conversion("int64_to_uint64", intType, uintType, (value) => checkedUint(value as bigint)),
  fromText("string_to_uint64", uintType, readUint),
]);

const toDouble = declareFunction("double", [
  identity("double_to_double", doubleType),
  conversion("int64_to_double", intType, doubleType, (value) => Number(value)),
  fromText("string_to_double", doubleType, readGoFloat),
  conversion("uint64_to_double", uintType, doubleType, (value) => Number((value as Uint).value)),
]);

const toText = declareFunction("string", [
  identity("string_to_string", stringType),
  conversion("bool_to_string", boolType, stringType, (value) => (value === true ? "true" : "false")),
  bytesToString,
  conversion("double_to_string", doubleType, stringType, (value) => formatDouble(value as number)),
  conversion("duration_to_string", durationType, stringType, (value) => formatDurationSeconds(value as Duration)),
  conversion("int64_to_string", intType, stringType, (value) => (value as bigint).toString()),
  conversion("timestamp_to_string", timestampType, stringType, (value) => formatTimestamp(value as Timestamp)),
  conversion("uint64_to_string", uintType, stringType, (value) => String((value as Uint).value)),
]);

/** Reports constants that cannot be converted. */
function invalidConstant(name: string, convert: (value: Value) => Value): ConstantCheck {
  return ({ args: [argument] }) => {
    if (argument?.kind !== "constant" || !(convert(argument.value) instanceof EvaluationError)) return [];
    return [{ id: argument.id, message: `invalid ${name} argument` }];
  };
}

/** Returns the result of the overload for the type of a value. */
function converting(overloads: readonly Overload[]): (value: Value) => Value {
  return (value) => {
    const overload = overloads.find(({ parameters: [type] }) => type && isSameType(type, typeOfValue(value)));
    return overload ? overload.implementation(value) : null;
  };
}

const durationOverloads = [
  identity("duration_to_duration", durationType),
  // The reference declares this overload, but cannot evaluate it.
  conversion("int64_to_duration", intType, durationType, () => conversionError(intType, durationType)),
  fromText("string_to_duration", durationType, readDuration),
];
const toDuration: FunctionDeclaration = {
  ...declareFunction("duration", durationOverloads),
  checkConstants: invalidConstant("duration", converting(durationOverloads)),
};

const timestampOverloads = [
  identity("timestamp_to_timestamp", timestampType),
  conversion("int64_to_timestamp", intType, timestampType, (value) => checkedTimestamp(value as bigint, 0)),
  fromText("string_to_timestamp", timestampType, readTimestamp),
];
const toTimestamp: FunctionDeclaration = {
  ...declareFunction("timestamp", timestampOverloads),
  checkConstants: invalidConstant("timestamp", converting(timestampOverloads)),
};

const anyA = typeParameter("A");

/** `int()`, `string()`, `timestamp()`, `type()` and the other conversions. */
export const conversions: readonly FunctionDeclaration[] = [
  declareFunction("bool", [identity("bool_to_bool", boolType), fromText("string_to_bool", boolType, readGoBoolean)]),
  declareFunction("bytes", [identity("bytes_to_bytes", bytesType), stringToBytes]),
  toDouble,
  declareFunction("dyn", [globalOverload("to_dyn", [anyA], dynType, (value) => value)]),
  toDuration,
  toInt,
  toText,
  toTimestamp,
  toUint,
  declareFunction("type", [
    globalOverload("type", [anyA], typeOfType(anyA), (value) => new TypeValue(typeOfValue(value))),
  ]),
];

/** Writes values of canonical JSON as protobuf, without creating JavaScript values of the usual types. */
import type { Schema } from "../../schema/index.ts";
import { parseJson } from "../json/parse.ts";
import { endOfString, endOfValue } from "../json/skip.ts";
import type { Form } from "./form.ts";
import { formOf } from "./schema-form.ts";
import { timeZero } from "./time-forms.ts";
import { wireTypes } from "./wire-type.ts";
import type { WireWriter } from "./wire-writer.ts";

/** Writes the JSON value at `at`, without a tag. Returns the position after the value. */
export type JsonValueWriter = (writer: WireWriter, json: Buffer, at: number) => number;

const quote = 0x22;
const minus = 0x2d;
const digitZero = 0x30;
const digitNine = 0x39;
const letterN = 0x6e;
const letterT = 0x74;

/** Length of `null` and `true`. */
const fourLetters = 4;
const fiveLetters = 5;

/** Whether the value at `at` is null. */
export function isNullAt(json: Buffer, at: number): boolean {
  return json[at] === letterN;
}

/** Returns the position after the null at `at`. */
export function afterNull(at: number): number {
  return at + fourLetters;
}

/** Returns the writer of the values of a schema that contains no structs, lists or maps. */
export function scalarWriter(schema: Schema): JsonValueWriter {
  switch (schema.node) {
    case "text":
      return (writer, json, at) => writer.jsonText(json, at);
    case "boolean":
      return writeBoolean;
    case "integer":
      return writeInteger;
    case "quantity":
      return writeQuantity;
    case "intOrString":
      return writeIntOrString;
    case "raw":
      return writeRaw;
    case "time":
      return timeWriter(formOf(schema) as Form<string>);
    default:
      return parsedWriter(formOf(schema));
  }
}

/** Returns a writer that parses the value first. */
export function parsedWriter(form: Form): JsonValueWriter {
  return (writer, json, at) => {
    const end = endOfValue(json, at);
    const { value } = parseJson(json.subarray(at, end));
    form.write(writer, value ?? form.zero());
    return end;
  };
}

function writeBoolean(writer: WireWriter, json: Buffer, at: number): number {
  const isTrue = json[at] === letterT;
  writer.boolean(isTrue);
  return at + (isTrue ? fourLetters : fiveLetters);
}

/** Digits of integers that a number always represents exactly. */
const exactDigitsMax = 15;

function writeInteger(writer: WireWriter, json: Buffer, at: number): number {
  const isNegative = json[at] === minus;
  const first = isNegative ? at + 1 : at;
  let end = first;
  let value = 0;
  for (let digit = json[end] ?? 0; digit >= digitZero && digit <= digitNine; digit = json[++end] ?? 0) {
    value = value * 10 + digit - digitZero;
  }
  if (end - first > exactDigitsMax) writer.integer(BigInt(json.toString("latin1", at, end)));
  else writer.integer(isNegative ? -value : value);
  return end;
}

const stringTag = 0x0a;
const typeNumber = 1;
const intNumber = 2;
const textNumber = 3;

function writeQuantity(writer: WireWriter, json: Buffer, at: number): number {
  const start = writer.beginMessage();
  writer.byte(stringTag);
  const end = writer.jsonText(json, at);
  writer.endMessage(start);
  return end;
}

/** All three fields are always written. The type is 0 for integers and 1 for strings. */
function writeIntOrString(writer: WireWriter, json: Buffer, at: number): number {
  const isText = json[at] === quote;
  const start = writer.beginMessage();
  writer.tag(typeNumber, wireTypes.varint);
  writer.boolean(isText);
  writer.tag(intNumber, wireTypes.varint);
  if (isText) writer.integer(0);
  const afterInteger = isText ? at : writeInteger(writer, json, at);
  writer.tag(textNumber, wireTypes.lengthDelimited);
  const end = isText ? writer.jsonText(json, at) : afterInteger;
  if (!isText) writer.text("");
  writer.endMessage(start);
  return end;
}

function writeRaw(writer: WireWriter, json: Buffer, at: number): number {
  const end = endOfValue(json, at);
  const start = writer.beginMessage();
  writer.tag(1, wireTypes.lengthDelimited);
  writer.bytes(json.subarray(at, end));
  writer.endMessage(start);
  return end;
}

/** Length of `"2025-01-31T12:34:56Z"`, with quotation marks. */
const timeChars = 22;
const secondsNumber = 1;
const nanosNumber = 2;

/** Returns the writer of times with whole seconds, as all stored times are. */
function timeWriter(form: Form<string>): JsonValueWriter {
  const parsed = parsedWriter(form);
  return (writer, json, at) => {
    const end = endOfString(json, at);
    if (end - at !== timeChars) return parsed(writer, json, at);
    const seconds = secondsAt(json, at + 1);
    if (seconds === timeZero) return parsed(writer, json, at);
    const start = writer.beginMessage();
    writer.tag(secondsNumber, wireTypes.varint);
    writer.integer(seconds);
    writer.tag(nanosNumber, wireTypes.varint);
    writer.integer(0);
    writer.endMessage(start);
    return end;
  };
}

/** Reads `2025-01-31T12:34:56Z`. Returns the seconds since the Unix epoch. */
function secondsAt(json: Buffer, at: number): number {
  const year = twoDigits(json, at) * 100 + twoDigits(json, at + 2);
  const days = daysBefore(year, twoDigits(json, at + 5), twoDigits(json, at + 8));
  const minutes = (days * 24 + twoDigits(json, at + 11)) * 60 + twoDigits(json, at + 14);
  return minutes * 60 + twoDigits(json, at + 17);
}

function twoDigits(json: Buffer, at: number): number {
  return ((json[at] as number) - digitZero) * 10 + (json[at + 1] as number) - digitZero;
}

/** Days from the Unix epoch to 0000-03-01. */
const daysToEpoch = 719_468;

/** Returns the days from the Unix epoch to a date. Years are counted from March, so that leap days come last. */
function daysBefore(year: number, month: number, day: number): number {
  const shiftedYear = month > 2 ? year : year - 1;
  const shiftedMonth = (month + 9) % 12;
  const century = Math.floor(shiftedYear / 100);
  const leapDays = Math.floor(shiftedYear / 4) - century + Math.floor(century / 4);
  return shiftedYear * 365 + leapDays + Math.floor((shiftedMonth * 153 + 2) / 5) + day - 1 - daysToEpoch;
}

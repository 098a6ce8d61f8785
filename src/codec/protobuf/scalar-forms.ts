/** Forms of scalar values. */
import { DecodeError } from "../decode-error.ts";
import type { Form } from "./form.ts";
import { wireTypes } from "./wire-type.ts";

/** Strings. */
export const textForm: Form<string> = {
  wireType: wireTypes.lengthDelimited,
  zero: () => "",
  read: (reader) => reader.text(),
  write: (writer, value) => writer.text(value),
};

/** Encodes a boolean as a varint. Its zero value is false. */
export const booleanForm: Form<boolean> = {
  wireType: wireTypes.varint,
  zero: () => false,
  read: (reader) => reader.boolean(),
  write: (writer, value) => writer.boolean(value),
};

/** Integers of 32 bits. */
export const int32Form: Form<number> = {
  wireType: wireTypes.varint,
  zero: () => 0,
  read: (reader) => reader.int32(),
  write: (writer, value) => writer.integer(value),
};

/** Integers of 64 bits. Those beyond ±(2^53 - 1) are bigints. */
export const int64Form: Form<number | bigint> = {
  wireType: wireTypes.varint,
  zero: () => 0,
  read: (reader) => reader.int64(),
  write: (writer, value) => writer.integer(value),
};

/** Floating point numbers of 64 bits. Infinity and NaN are rejected, because JSON cannot represent them. */
export const float64Form: Form<number> = {
  wireType: wireTypes.fixed64,
  zero: () => 0,
  read: (reader) => {
    const value = reader.float64();
    if (Number.isFinite(value)) return value;
    throw new DecodeError("value", `${value} has no counterpart in JSON`);
  },
  write: (writer, value) => writer.float64(value),
};

/** Bytes as a Buffer; a view when read. */
export const bytesForm: Form<Buffer> = {
  wireType: wireTypes.lengthDelimited,
  zero: () => Buffer.alloc(0),
  read: (reader) => reader.bytes(),
  write: (writer, value) => writer.bytes(value),
};

/** Bytes as base64 text, as in JSON. */
export const base64Form: Form<string> = {
  wireType: wireTypes.lengthDelimited,
  zero: () => "",
  read: (reader) => reader.bytes().toString("base64"),
  write: (writer, value) => writer.bytes(Buffer.from(value, "base64")),
};

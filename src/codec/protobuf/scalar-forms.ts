/** Forms of single values. */
import { DecodeError } from "../decode-error.ts";
import type { Form } from "./form.ts";
import { wireTypes } from "./wire-type.ts";

export const textForm: Form<string> = {
  wireType: wireTypes.lengthDelimited,
  zero: () => "",
  read: (reader) => reader.text(),
  write: (writer, value) => writer.text(value),
};

export const booleanForm: Form<boolean> = {
  wireType: wireTypes.varint,
  zero: () => false,
  read: (reader) => reader.boolean(),
  write: (writer, value) => writer.boolean(value),
};

export const int32Form: Form<number> = {
  wireType: wireTypes.varint,
  zero: () => 0,
  read: (reader) => reader.int32(),
  write: (writer, value) => writer.integer(value),
};

export const int64Form: Form<number | bigint> = {
  wireType: wireTypes.varint,
  zero: () => 0,
  read: (reader) => reader.int64(),
  write: (writer, value) => writer.integer(value),
};

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

export const bytesForm: Form<Buffer> = {
  wireType: wireTypes.lengthDelimited,
  zero: () => Buffer.alloc(0),
  read: (reader) => reader.bytes(),
  write: (writer, value) => writer.bytes(value),
};

/** Bytes that are base64 text in JSON. */
export const base64Form: Form<string> = {
  wireType: wireTypes.lengthDelimited,
  zero: () => "",
  read: (reader) => reader.bytes().toString("base64"),
  write: (writer, value) => writer.bytes(Buffer.from(value, "base64")),
};

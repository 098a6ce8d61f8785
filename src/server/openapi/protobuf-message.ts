/**
 * Describes protobuf messages by the members of their JSON form. A member without a declared field causes an error, so
 * that none is lost.
 */
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { stringifyJson } from "../../codec/index.ts";
import { byteLength, type EncodedPieces } from "./encoded-pieces.ts";
import { ProtobufWriter } from "./protobuf-writer.ts";

/** Writes the value of a member as protobuf fields. */
export type MemberWriter = (writer: ProtobufWriter, value: unknown) => void;

/** Description of a message. */
export interface MessageLayout {
  readonly members: Readonly<Record<string, MemberWriter>>;
  /** Number of the field for members that begin with `x-`. Absent: such members cause an error. */
  readonly extensions?: number;
}

/** Writes a string. An empty string is omitted. */
export function stringField(field: number): MemberWriter {
  return (writer, value) => writer.text(field, value as string);
}

/** Writes a list of strings as a repeated field. */
export function stringListField(field: number): MemberWriter {
  return (writer, value) => {
    for (const one of value as readonly string[]) writer.element(field, one);
  };
}

/** Writes a boolean. False is omitted. */
export function booleanField(field: number): MemberWriter {
  return (writer, value) => writer.boolean(field, value as boolean);
}

/** Writes an integer. 0 is omitted. */
export function integerField(field: number): MemberWriter {
  return (writer, value) => writer.integer(field, value as number);
}

/** Writes a number as a double. 0 is omitted. */
export function doubleField(field: number): MemberWriter {
  return (writer, value) => writer.double(field, Number(value));
}

/**
 * Writes an object as a message.
 * @param form a function if the message contains itself; it is called when a value is written
 */
export function messageField(field: number, form: MessageLayout | (() => MessageLayout)): MemberWriter {
  const resolve = typeof form === "function" ? form : () => form;
  return (writer, value) => writer.message(field, () => writeMessage(writer, resolve(), value as ReadonlyJsonObject));
}

/** Writes each item of a list with `write`. */
export function repeatedField(write: MemberWriter): MemberWriter {
  return (writer, value) => {
    for (const one of value as readonly unknown[]) write(writer, one);
  };
}

/** Writes the value inside a message that has no other field. */
export function wrapperField(field: number, write: MemberWriter): MemberWriter {
  return (writer, value) => writer.message(field, () => write(writer, value));
}

/** Writes any value as the `yaml` text of an `Any` message. The text is JSON, which is valid YAML. */
export function anyField(field: number): MemberWriter {
  return (writer, value) => writer.message(field, () => writer.text(2, stringifyJson(value)));
}

/** Writes an object as repeated messages of a name and a value. */
export function mapField(field: number, write: MemberWriter): MemberWriter {
  return (writer, value) => {
    for (const [name, one] of Object.entries(value as ReadonlyJsonObject)) {
      writer.message(field, () => {
        writer.element(1, name);
        write(writer, one);
      });
    }
  };
}

/** Returns the bytes that `write` writes. */
export function encodeProtobuf(write: (writer: ProtobufWriter) => void): Buffer {
  const writer = new ProtobufWriter();
  write(writer);
  return writer.finish();
}

/** Returns a message that is already encoded, as a field of another message. */
export function messagePieces(field: number, content: EncodedPieces): EncodedPieces {
  const length = byteLength(content);
  return [encodeProtobuf((writer) => writer.messageStart(field, length)), ...content];
}

/**
 * Writes the members of an object as the fields of the message.
 * @throws TypeError for a member without a field
 */
export function writeMessage(
  writer: ProtobufWriter,
  { members, extensions }: MessageLayout,
  object: ReadonlyJsonObject,
): void {
  for (const [name, value] of Object.entries(object)) {
    const write = Object.hasOwn(members, name) ? members[name] : undefined;
    if (write) write(writer, value);
    else if (extensions !== undefined && name.startsWith("x-"))
      mapField(extensions, anyField(2))(writer, { [name]: value });
    else throw new TypeError(`there is no protobuf field for ${name}`);
  }
}

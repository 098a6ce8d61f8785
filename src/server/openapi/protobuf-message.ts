/**
 * The words with which messages are described by the members that they have in JSON. A member without a field is refused,
 * so that none is lost unnoticed.
 */
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import type { ProtobufWriter } from "./protobuf-writer.ts";

/** Writes the value of one member. */
export type MemberWriter = (writer: ProtobufWriter, value: unknown) => void;

export interface Message {
  readonly members: Readonly<Record<string, MemberWriter>>;
  /** The field of members that begin with `x-`; absent where there can be none. */
  readonly extensions?: number;
}

export function text(field: number): MemberWriter {
  return (writer, value) => writer.text(field, value as string);
}

export function texts(field: number): MemberWriter {
  return (writer, value) => {
    for (const one of value as readonly string[]) writer.element(field, one);
  };
}

export function flag(field: number): MemberWriter {
  return (writer, value) => writer.boolean(field, value as boolean);
}

/** @param form looked up when it is needed, where a message holds itself */
export function message(field: number, form: Message | (() => Message)): MemberWriter {
  const resolve = typeof form === "function" ? form : () => form;
  return (writer, value) => writer.message(field, () => writeMessage(writer, resolve(), value as ReadonlyJsonObject));
}

/** Each item of a list. */
export function each(write: MemberWriter): MemberWriter {
  return (writer, value) => {
    for (const one of value as readonly unknown[]) write(writer, one);
  };
}

/** A value within a message that has this field only. */
export function wrapped(field: number, write: MemberWriter): MemberWriter {
  return (writer, value) => writer.message(field, () => write(writer, value));
}

/** Any value: the messages have no form for it but text. JSON is YAML as well. */
export function any(field: number): MemberWriter {
  return (writer, value) => writer.message(field, () => writer.text(2, JSON.stringify(value)));
}

/** A map: a repeated message of name and value. */
export function named(field: number, write: MemberWriter): MemberWriter {
  return (writer, value) => {
    for (const [name, one] of Object.entries(value as ReadonlyJsonObject)) {
      writer.message(field, () => {
        writer.element(1, name);
        write(writer, one);
      });
    }
  };
}

export function writeMessage(
  writer: ProtobufWriter,
  { members, extensions }: Message,
  object: ReadonlyJsonObject,
): void {
  for (const [name, value] of Object.entries(object)) {
    const write = Object.hasOwn(members, name) ? members[name] : undefined;
    if (write) write(writer, value);
    else if (extensions !== undefined && name.startsWith("x-")) named(extensions, any(2))(writer, { [name]: value });
    else throw new TypeError(`there is no protobuf field for ${name}`);
  }
}

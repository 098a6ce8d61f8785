/**
 * Writes canonical JSON as protobuf in one pass over its bytes. The writer of a struct is compiled from its schema. In
 * canonical JSON, members have the order in which the schema declares them. Parts of a message are therefore written in
 * this order, and moved if their numbers have another one. JSON of another form is parsed and then written.
 */
import type { JsonObject } from "../../base/json-object.ts";
import { type Field, type MapSchema, type Schema, type StructSchema } from "../../schema/index.ts";
import { parseJson } from "../json/parse.ts";
import { endOfValue } from "../json/skip.ts";
import { afterNull, isNullAt, type JsonValueWriter, parsedWriter, scalarWriter } from "./json-values.ts";
import { PartOrder } from "./part-order.ts";
import { fieldForm, formOf, messageFormOf, typeMeta } from "./schema-form.ts";
import { wireTypes } from "./wire-type.ts";
import { WireWriter } from "./wire-writer.ts";

const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const partOrder = new PartOrder();

/** Thrown when the JSON is not canonical. It is created once, because a stack would take longer than the JSON. */
const notCanonical = new Error("the JSON is not canonical");

/**
 * Writes the fields of an object, without a length.
 * @param json the whole object in JSON, valid and without white space
 */
export function writeJsonFields(writer: WireWriter, json: Buffer, schema: StructSchema): void {
  const start = writer.length;
  partOrder.clear();
  try {
    if (json[0] !== openBrace) throw notCanonical;
    const end = membersOf(schema).write(writer, json, 1);
    if (json[end] !== closeBrace || end + 1 !== json.length) throw notCanonical;
  } catch (error) {
    if (error !== notCanonical) throw error;
    writer.truncate(start);
    messageFormOf(schema).writeFields(writer, parseJson(json).value as JsonObject);
  }
}

/** A member of the JSON object, or a message whose members JSON writes inline. */
interface Part {
  /** 0 for members that are not written. */
  readonly number: number;
  /** The member's name in JSON with quotation marks and colon. Empty for an inline message. */
  readonly key: Buffer;
  /** Writes the value of the member with its tag. */
  readonly write: JsonValueWriter;
  /** Bytes of the field if the member is absent or null. */
  readonly absent: Buffer;
  readonly inline: Members | undefined;
}

/** Writes the members of objects of one struct. */
class Members {
  readonly #listParts: () => readonly Part[];
  #parts: readonly Part[] | undefined;
  #isAscending = true;

  /** @param listParts called on first use, because a struct may contain itself */
  constructor(listParts: () => readonly Part[]) {
    this.#listParts = listParts;
  }

  /** Writes members from the key at `at` on. Returns the position of the first one that is not of this struct. */
  write(writer: WireWriter, json: Buffer, at: number): number {
    const parts = this.#parts ?? this.#compile();
    if (!this.#isAscending) return this.#writeMoved(parts, writer, json, at);
    let next = at;
    for (let index = 0; index < parts.length; index++) next = writePart(parts[index] as Part, writer, json, next);
    return next;
  }

  #writeMoved(parts: readonly Part[], writer: WireWriter, json: Buffer, at: number): number {
    const mark = partOrder.begin();
    let next = at;
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] as Part;
      const start = writer.length;
      next = writePart(part, writer, json, next);
      if (writer.length !== start) partOrder.add(start, part.number);
    }
    partOrder.end(mark, writer);
    return next;
  }

  #compile(): readonly Part[] {
    const parts = this.#listParts();
    const numbers = parts.map(({ number }) => number).filter((number) => number > 0);
    this.#isAscending = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
    this.#parts = parts;
    return parts;
  }
}

function writePart(part: Part, writer: WireWriter, json: Buffer, at: number): number {
  if (part.inline) {
    writer.tag(part.number, wireTypes.lengthDelimited);
    const start = writer.beginMessage();
    const next = part.inline.write(writer, json, at);
    writer.endMessage(start);
    return next;
  }
  const { key } = part;
  if (!isAt(json, at, key)) {
    writer.few(part.absent);
    return at;
  }
  const value = at + key.length;
  let next: number;
  if (isNullAt(json, value)) {
    writer.few(part.absent);
    next = afterNull(value);
  } else {
    next = part.write(writer, json, value);
  }
  return json[next] === comma ? next + 1 : next;
}

function isAt(json: Buffer, at: number, key: Buffer): boolean {
  // The first byte is always a quotation mark.
  for (let index = 1; index < key.length; index++) if (json[at + index] !== key[index]) return false;
  return true;
}

const membersBySchema = new WeakMap<StructSchema, Members>();

function membersOf(schema: StructSchema): Members {
  let members = membersBySchema.get(schema);
  if (!members) {
    members = new Members(() => partsAt(0, schema.fields));
    membersBySchema.set(schema, members);
  }
  return members;
}

/** @param depth number of inline messages that contain these fields, which are adjacent in JSON */
function partsAt(depth: number, fields: readonly Field[]): readonly Part[] {
  const parts: Part[] = [];
  for (let index = 0; index < fields.length; ) {
    const field = fields[index] as Field;
    const number = field.protoWithin?.[depth];
    if (number === undefined) {
      parts.push(partOf(field));
      index++;
      continue;
    }
    let end = index + 1;
    while (fields[end]?.protoWithin?.[depth] === number) end++;
    const inner = fields.slice(index, end);
    const inline = new Members(() => partsAt(depth + 1, inner));
    parts.push({ number, key: noBytes, write: skipValue, absent: noBytes, inline });
    index = end;
  }
  return parts;
}

const noBytes = Buffer.alloc(0);

function skipValue(_writer: WireWriter, json: Buffer, at: number): number {
  return endOfValue(json, at);
}

function partOf(field: Field): Part {
  const { name, proto } = field;
  const key = Buffer.from(`${JSON.stringify(name)}:`);
  if (typeMeta.includes(name) && proto === 0)
    return { number: 0, key, write: skipValue, absent: noBytes, inline: undefined };
  const absent = new WireWriter();
  fieldForm(field).write(absent, {});
  return { number: proto, key, write: fieldWriter(field), absent: Buffer.from(absent.finish()), inline: undefined };
}

function fieldWriter({ proto, schema }: Field): JsonValueWriter {
  if (schema.node === "map") return mapWriter(proto, schema);
  if (schema.node === "list" && !schema.isMessage) return listWriter(proto, schema.items);
  return taggedWriter(proto, schema);
}

function taggedWriter(number: number, schema: Schema): JsonValueWriter {
  const write = valueWriter(schema);
  const { wireType } = formOf(schema);
  return (writer, json, at) => {
    writer.tag(number, wireType);
    return write(writer, json, at);
  };
}

/** Returns the writer of values. Null is written as the zero value, because lists and maps can contain it. */
function valueWriter(schema: Schema): JsonValueWriter {
  const write = nonNullWriter(schema);
  const form = formOf(schema);
  return (writer, json, at) => {
    if (!isNullAt(json, at)) return write(writer, json, at);
    form.write(writer, form.zero());
    return afterNull(at);
  };
}

function nonNullWriter(schema: Schema): JsonValueWriter {
  if (schema.node === "struct") return structWriter(membersOf(schema));
  if (schema.node === "list" || schema.node === "union") return parsedWriter(formOf(schema));
  return scalarWriter(schema);
}

function structWriter(members: Members): JsonValueWriter {
  return (writer, json, at) => {
    if (json[at] !== openBrace) throw notCanonical;
    const start = writer.beginMessage();
    const end = members.write(writer, json, at + 1);
    if (json[end] !== closeBrace) throw notCanonical;
    writer.endMessage(start);
    return end + 1;
  };
}

function listWriter(number: number, items: Schema): JsonValueWriter {
  const writeItem = taggedWriter(number, items);
  return (writer, json, at) => {
    if (json[at] !== openBracket) throw notCanonical;
    let next = at + 1;
    if (json[next] === closeBracket) return next + 1;
    for (;;) {
      next = writeItem(writer, json, next);
      if (json[next] !== comma) break;
      next++;
    }
    if (json[next] !== closeBracket) throw notCanonical;
    return next + 1;
  };
}

const keyNumber = 1;
const valueNumber = 2;

/** Canonical JSON has the entries of maps in the order of their keys. */
function mapWriter(number: number, { values }: MapSchema): JsonValueWriter {
  const writeValue = taggedWriter(valueNumber, values);
  return (writer, json, at) => {
    if (json[at] !== openBrace) throw notCanonical;
    let next = at + 1;
    if (json[next] === closeBrace) return next + 1;
    for (;;) {
      writer.tag(number, wireTypes.lengthDelimited);
      const start = writer.beginMessage();
      writer.tag(keyNumber, wireTypes.lengthDelimited);
      // A colon follows the key.
      next = writeValue(writer, json, writer.jsonText(json, next) + 1);
      writer.endMessage(start);
      if (json[next] !== comma) break;
      next++;
    }
    if (json[next] !== closeBrace) throw notCanonical;
    return next + 1;
  };
}

/**
 * Encodes objects in the deterministic form of the reference (RFC 8949, section 4.2.1): shortest heads, and keys in the
 * order of their bytes. Strings and keys are byte strings. The schema distinguishes bytes from texts, and floating
 * point numbers from integers.
 */
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { memberOf, type Schema, type StructSchema, type UnionSchema } from "../../schema/index.ts";
import { CborWriter } from "./cbor-writer.ts";
import { simpleValues } from "./item-types.ts";

/** Returns an object as a document. @param schema undefined for an object whose numbers and strings have no other types */
export function encodeCbor(object: object, schema?: StructSchema): Buffer {
  const writer = new CborWriter();
  writer.selfDescribed();
  writeItem(writer, object, schema);
  return writer.finish();
}

/** Returns an object as an item inside a document. */
export function encodeCborItem(object: unknown, schema?: Schema): Buffer {
  const writer = new CborWriter();
  writeItem(writer, object, schema);
  return writer.finish();
}

/** Writes a value as an item. @param schema undefined as in `encodeCbor` */
export function writeItem(writer: CborWriter, value: unknown, schema: Schema | undefined): void {
  if (value === null || value === undefined) return writer.simple(simpleValues.null);
  switch (schema?.node) {
    case undefined:
    case "raw":
      return writeUntyped(writer, value);
    case "struct":
      return schema.members ? writeUntyped(writer, value) : writeStruct(writer, value as ReadonlyJsonObject, schema);
    case "list":
      return writeList(writer, value as readonly unknown[], schema.items);
    case "map":
      return writeMembers(writer, value as ReadonlyJsonObject, schema.values);
    case "union":
      return writeUnion(writer, value, schema);
    case "bytes":
      return writer.base64(value as string);
    case "number":
      return writer.float(Number(value));
    case "integer":
      return writer.integer(value as number | bigint);
    case "boolean":
      return writer.simple(value === true ? simpleValues.true : simpleValues.false);
    case "intOrString":
      return typeof value === "string" ? writer.text(value) : writer.integer(value as number);
    default:
      return writer.text(value as string);
  }
}

function writeUnion(writer: CborWriter, value: unknown, schema: UnionSchema): void {
  writeItem(writer, value, memberOf(schema, value)?.schema);
}

function writeList(writer: CborWriter, list: readonly unknown[], items: Schema | undefined): void {
  writer.array(list.length);
  for (const item of list) writeItem(writer, item, items);
}

function writeStruct(writer: CborWriter, object: ReadonlyJsonObject, schema: StructSchema): void {
  const fields = sortedFields(schema);
  let pairs = 0;
  for (const { name } of fields) if (object[name] !== undefined) pairs++;
  writer.map(pairs);
  for (const { name, key, schema: type } of fields) {
    const value = object[name];
    if (value === undefined) continue;
    writer.raw(key);
    writeItem(writer, value, type);
  }
}

function sortedKeys(object: ReadonlyJsonObject): string[] {
  const keys = Object.keys(object).filter((key) => object[key] !== undefined);
  if (keys.length > 1) keys.sort(compareKeys);
  return keys;
}

function writeMembers(writer: CborWriter, object: ReadonlyJsonObject, values: Schema | undefined): void {
  const keys = sortedKeys(object);
  writer.map(keys.length);
  for (const key of keys) {
    writer.text(key);
    writeItem(writer, object[key], values);
  }
}

/** Writes a value without a schema. An integer that does not fit 64 bits is written as a floating point number. */
function writeUntyped(writer: CborWriter, value: unknown): void {
  switch (typeof value) {
    case "string":
      return writer.text(value);
    case "boolean":
      return writer.simple(value ? simpleValues.true : simpleValues.false);
    case "number":
      return Number.isSafeInteger(value) ? writer.integer(value) : writer.float(value);
    case "bigint":
      return BigInt.asIntN(64, value) === value ? writer.integer(value) : writer.float(Number(value));
    default:
      if (Array.isArray(value)) return writeList(writer, value, undefined);
      return writeMembers(writer, value as ReadonlyJsonObject, undefined);
  }
}

/** A member of an object, with the schema of its value. */
export interface SortedMember {
  readonly name: string;
  /** The encoded key. */
  readonly key: Buffer;
  readonly schema: Schema | undefined;
}

/** Returns the members that an object has, in the order in which they are written. @param schema as in `encodeCbor` */
export function sortedMembers(object: ReadonlyJsonObject, schema: StructSchema | undefined): readonly SortedMember[] {
  if (schema && !schema.members) return sortedFields(schema).filter(({ name }) => object[name] !== undefined);
  return sortedKeys(object).map((name) => ({ name, key: encodeCborItem(name), schema: undefined }));
}

const fieldsOfSchemas = new WeakMap<StructSchema, readonly SortedMember[]>();

/** Returns the fields of a struct in the order in which they are written. */
function sortedFields(schema: StructSchema): readonly SortedMember[] {
  let fields = fieldsOfSchemas.get(schema);
  if (!fields) {
    fields = schema.fields
      .map(({ name, schema: type }) => ({ name, key: encodeCborItem(name), schema: type }))
      .sort((one, other) => Buffer.compare(one.key, other.key));
    fieldsOfSchemas.set(schema, fields);
  }
  return fields;
}

/** Compares keys in the order of their encoded bytes. The length comes first, because the head holds it. */
function compareKeys(one: string, other: string): number {
  const lengths = Buffer.byteLength(one) - Buffer.byteLength(other);
  if (lengths !== 0) return lengths;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

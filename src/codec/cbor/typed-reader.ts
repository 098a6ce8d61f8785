/**
 * Reads the values of a schema. The result is what the JSON of the same object would contain, so that the decoder of
 * the schema can read it. Types, tags and repeated keys are checked here, with the messages of the reference.
 */
import { compareText } from "../../base/compare-text.ts";
import type { JsonObject } from "../../base/json-object.ts";
import { setOwn } from "../../base/own-property.ts";
import {
  type BooleanSchema,
  type BytesSchema,
  base64Fault,
  type Field,
  fieldOf,
  type IntegerSchema,
  type ListSchema,
  type MapSchema,
  type NumberSchema,
  type Schema,
  type StructSchema,
  typeNameOf,
  type UnionSchema,
} from "../../schema/index.ts";
import { DecodeError } from "../decode-error.ts";
import { readHead } from "./builtin-tags.ts";
import type { ItemReader } from "./item-reader.ts";
import { majorTypes, nullByte, simpleValues, typeName, undefinedByte } from "./item-types.ts";
import { type StringTag, textOfBytes } from "./string-tags.ts";
import { CborTypeError, repeatedKey, unknownField } from "./type-error.ts";
import { isNull, mismatch, readText, textOrError, UntypedReader } from "./untyped-reader.ts";

/** The schemas whose values are read with the tags around them. */
type SchemaOfContent =
  | BooleanSchema
  | BytesSchema
  | IntegerSchema
  | ListSchema
  | MapSchema
  | NumberSchema
  | StructSchema;

/** Reads an item of one type. As in the reference, an error does not end the reading. */
export class TypedReader {
  /** The first error. An error about a repeated key replaces those before it in the same map. */
  error: DecodeError | undefined;
  /** The first error in a value of any form, which the reference reads after all other values. */
  rawError: DecodeError | undefined;
  /** Position of the unknown field that strict decoding reports, in its map. */
  unknownIndex: number | undefined;
  readonly #reader: ItemReader;
  readonly #isStrict: boolean;

  /** @param isStrict whether an unknown field is an error */
  constructor(reader: ItemReader, isStrict = false) {
    this.#reader = reader;
    this.#isStrict = isStrict;
  }

  /**
   * Reads an item.
   * @param stringTag the innermost tag around it that concerns byte strings
   */
  value(schema: Schema, stringTag?: StringTag): unknown {
    const reader = this.#reader;
    switch (schema.node) {
      case "raw":
        return this.#raw(schema);
      case "union":
        return this.#union(schema);
      case "time":
      case "microTime":
      case "duration":
      case "quantity":
        return this.#isNil() ? this.#nil() : this.#orFail(readText(reader, "string"));
      case "intOrString":
        return this.#intOrString();
      case "text":
        return this.#orFail(readText(reader, typeNameOf(schema), stringTag));
      default: {
        const tag = readHead(reader, stringTag);
        if (tag instanceof DecodeError) return this.#fail(tag);
        return isNull(reader) ? null : this.#content(schema, tag);
      }
    }
  }

  /** Reads the item whose head was read. */
  #content(schema: SchemaOfContent, tag: StringTag | undefined): unknown {
    const reader = this.#reader;
    const { major } = reader;
    switch (schema.node) {
      case "struct":
        return major === majorTypes.map ? this.#struct(schema, tag) : this.#notStruct(schema);
      case "list":
        return major === majorTypes.array ? this.#list(schema, tag) : this.#mismatch(schema);
      case "map":
        return major === majorTypes.map ? this.#map(schema, tag) : this.#mismatch(schema);
      case "bytes":
        return this.#bytes(schema, tag);
      case "boolean":
        return this.#boolean(schema);
      case "integer":
        return this.#integer(typeNameOf(schema), integerRanges[schema.bits]);
      case "number":
        return major <= majorTypes.negativeInteger ? Number(reader.integer()) : this.#float(schema);
    }
  }

  #struct(schema: StructSchema, tag: StringTag | undefined): JsonObject {
    const reader = this.#reader;
    const object: JsonObject = {};
    const outerError = this.error;
    let unknownKeys: Set<string | number> | undefined;
    let unknownInside: number | undefined;
    let unknownHere: number | undefined;
    reader.each((index) => {
      const key = this.#fieldName();
      const field = typeof key === "string" ? fieldOf(schema, key) : undefined;
      if (field) {
        if (Object.hasOwn(object, field.name)) {
          reader.skip();
          this.error = outerError ?? repeatedKey(field.name, index);
          return false;
        }
        this.unknownIndex = undefined;
        object[field.name] = this.#field(schema, field, tag);
        unknownInside ??= this.unknownIndex;
        return true;
      }
      reader.skip();
      unknownHere ??= index;
      if (key === undefined) return true;
      unknownKeys ??= new Set();
      const isRepeated = unknownKeys.has(key);
      unknownKeys.add(key);
      if (isRepeated) this.error = outerError ?? repeatedKey(key, index);
      return !isRepeated;
    });
    this.unknownIndex = unknownHere ?? unknownInside;
    if (this.#isStrict && unknownHere !== undefined) this.error = outerError ?? unknownField(unknownHere);
    return object;
  }

  #field(struct: StructSchema, { name, schema, presence }: Field, tag: StringTag | undefined): unknown {
    const isPointer = presence === "pointer" || presence === "nullable";
    if (isPointer && schema.node !== "list" && schema.node !== "map" && this.#isNil()) return this.#nil();
    const errorBefore = this.error;
    const value = this.value(schema, tag);
    if (!errorBefore && this.error instanceof CborTypeError) {
      this.error = this.error.inField(`${typeNameOf(struct)}.${name}`);
    }
    return value;
  }

  /** Reads the key of a struct. Undefined if it names no field and cannot be compared with other keys. */
  #fieldName(): string | number | undefined {
    const reader = this.#reader;
    const major = reader.nextMajor;
    if (major === majorTypes.byteString || major === majorTypes.textString) {
      reader.head();
      if (major === majorTypes.byteString) return reader.content().toString("utf8");
      return this.#orFail<string>(textOrError(reader)) ?? undefined;
    }
    if (major <= majorTypes.negativeInteger) {
      reader.head();
      return Number(reader.integer());
    }
    reader.skip();
    const detail = `map key is of type ${typeName(major)} and cannot be used to match struct field name`;
    this.#fail(new CborTypeError({ major, goType: "string", detail }));
    return undefined;
  }

  #notStruct(schema: StructSchema): null {
    if (this.#reader.major !== majorTypes.array) return this.#mismatch(schema);
    mismatch(this.#reader, "");
    const detail = "cannot decode CBOR array to struct without toarray option";
    return this.#fail(new CborTypeError({ major: majorTypes.array, goType: typeNameOf(schema), detail }));
  }

  #list({ items }: ListSchema, tag: StringTag | undefined): unknown[] {
    const list: unknown[] = [];
    let unknownInside: number | undefined;
    this.#reader.each(() => {
      this.unknownIndex = undefined;
      list.push(this.value(items, tag));
      unknownInside ??= this.unknownIndex;
      return true;
    });
    this.unknownIndex = unknownInside;
    return list;
  }

  #map({ values }: MapSchema, tag: StringTag | undefined): JsonObject {
    const reader = this.#reader;
    const object: JsonObject = {};
    const outerError = this.error;
    let unknownInside: number | undefined;
    reader.each((index) => {
      const key = readText(reader, "string", tag);
      if (key instanceof DecodeError) {
        this.#fail(key);
        reader.skip();
        return true;
      }
      const errorBefore = this.error;
      this.unknownIndex = undefined;
      const value = this.value(values, tag);
      unknownInside ??= this.unknownIndex;
      if (this.error !== errorBefore) return true;
      const name = key ?? "";
      if (Object.hasOwn(object, name)) {
        this.error = outerError ?? repeatedKey(name, index);
        return false;
      }
      setOwn(object, name, value);
      return true;
    });
    this.unknownIndex = unknownInside;
    return object;
  }

  /** As in the reference, unknown fields of a union are errors even if decoding is not strict. */
  #union(schema: UnionSchema): unknown {
    const reader = this.#reader;
    const { object, other } = schema;
    const inner = new TypedReader(reader, true);
    let value: unknown = null;
    if (reader.nextMajor === majorTypes.map) value = inner.value(object.schema);
    else if (other.schema.node === "list" && reader.nextMajor === majorTypes.array) value = inner.value(other.schema);
    else if (other.schema.node === "boolean") value = this.#switch(schema);
    else reader.skip();
    if (inner.error) this.#fail(inner.error);
    return value;
  }

  #switch({ expected }: UnionSchema): boolean | null {
    const reader = this.#reader;
    const byte = reader.nextByte;
    reader.skip();
    if (byte === trueByte || byte === falseByte) return byte === trueByte;
    return this.#fail(new DecodeError("value", expected));
  }

  #raw(schema: Extract<Schema, { node: "raw" }>): unknown {
    const reader = this.#reader;
    if (reader.nextByte === nullByte) return this.#nil();
    const inner = new UntypedReader(reader);
    const value = schema.wellKnown ? inner.object() : inner.value();
    if (!inner.error) return sortedMembers(value);
    if (schema.type) return this.#fail(inner.error);
    const prefix = schema.wellKnown ? fieldSetPrefix : rawPrefix;
    this.rawError ??= new DecodeError("value", `${prefix}${inner.error.message}`, { cause: inner.error });
    return null;
  }

  #intOrString(): unknown {
    const reader = this.#reader;
    const { at } = reader;
    const text = readText(reader, "string");
    if (!(text instanceof DecodeError)) return text ?? "";
    reader.at = at;
    const tag = readHead(reader);
    return tag instanceof DecodeError ? this.#fail(tag) : this.#integer("int32", integerRanges[32]);
  }

  #integer(goType: string, { min, max }: IntegerRange): number | bigint | null {
    const reader = this.#reader;
    if (reader.major > majorTypes.negativeInteger) return this.#fail(mismatch(reader, goType));
    const value = reader.integer();
    if (value >= min && value <= max) return value;
    if (value < 0 && min === 0) return this.#fail(new CborTypeError({ major: reader.major, goType }));
    const isBelowInt64 = value < -(2n ** 63n);
    const detail = `${value} overflows ${isBelowInt64 ? "Go's int64" : goType}`;
    return this.#fail(new CborTypeError({ major: reader.major, goType, detail }));
  }

  #float(schema: Schema): number | null {
    const reader = this.#reader;
    return reader.major === majorTypes.primitive && reader.isFloat ? reader.float() : this.#mismatch(schema);
  }

  #boolean(schema: Schema): boolean | null {
    const { major, isFloat, argument } = this.#reader;
    const isBoolean = argument === simpleValues.true || argument === simpleValues.false;
    if (major !== majorTypes.primitive || isFloat || !isBoolean) return this.#mismatch(schema);
    return argument === simpleValues.true;
  }

  /** As in the reference, a byte string without a tag contains base64, and an array of numbers is accepted. */
  #bytes(schema: Schema, tag: StringTag | undefined): unknown {
    const reader = this.#reader;
    if (reader.major === majorTypes.array) return this.#byteList();
    if (reader.major !== majorTypes.byteString) return this.#mismatch(schema);
    const content = reader.content();
    if (tag !== undefined) return content.toString("base64");
    const text = textOfBytes(content, undefined);
    const fault = base64Fault(text);
    if (fault === undefined) return text;
    return this.#fail(new DecodeError("value", `cbor: failed to decode base64 from byte string: ${fault}`));
  }

  #byteList(): unknown[] {
    const reader = this.#reader;
    const list: unknown[] = [];
    reader.each(() => {
      const tag = readHead(reader);
      if (tag instanceof DecodeError) this.#fail(tag);
      else list.push(isNull(reader) ? 0 : this.#integer("uint8", byteRange));
      return true;
    });
    return list;
  }

  /** Whether the next item sets a pointer to nil. */
  #isNil(): boolean {
    const { nextByte } = this.#reader;
    return nextByte === nullByte || nextByte === undefinedByte;
  }

  #nil(): null {
    this.#reader.skip();
    return null;
  }

  #mismatch(schema: Schema): null {
    return this.#fail(mismatch(this.#reader, typeNameOf(schema)));
  }

  #orFail<T>(result: T | DecodeError): T | null {
    return result instanceof DecodeError ? this.#fail(result) : result;
  }

  #fail(error: DecodeError): null {
    this.error ??= error;
    return null;
  }
}

/** Returns the value with sorted members. The reference converts such values to JSON, which it writes in this order. */
function sortedMembers(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sortedMembers);
  const object: JsonObject = {};
  const members = Object.entries(value).sort(([one], [other]) => compareText(one, other));
  for (const [name, member] of members) setOwn(object, name, sortedMembers(member));
  return object;
}

const trueByte = 0xf5;
const falseByte = 0xf4;
const rawPrefix = "failed to transcode RawExtension to JSON: failed to parse RawExtension bytes as CBOR: ";
const fieldSetPrefix = "failed to transcode FieldsV1 to JSON: metav1.FieldsV1 cbor invalid: ";

interface IntegerRange {
  readonly min: number | bigint;
  readonly max: number | bigint;
}

const integerRanges: Readonly<Record<32 | 64, IntegerRange>> = {
  32: { min: -(2 ** 31), max: 2 ** 31 - 1 },
  64: { min: -(2n ** 63n), max: 2n ** 63n - 1n },
};
const byteRange: IntegerRange = { min: 0, max: 255 };

/**
 * Reads values without a schema, such as objects of custom types. Integers and floating point numbers can stay
 * distinct: 5.0 becomes a symbol (`base/number-text.ts`).
 */
import { numberText } from "../../base/number-text.ts";
import { setOwn } from "../../base/own-property.ts";
import { DecodeError } from "../decode-error.ts";
import { checkBuiltinTags, readHead, skipSelfDescribed, timeOfTag } from "./builtin-tags.ts";
import type { ItemReader } from "./item-reader.ts";
import { majorTypes, simpleValues, tags } from "./item-types.ts";
import { isStringTag, type StringTag, textOfBytes } from "./string-tags.ts";
import { CborTypeError, repeatedKey } from "./type-error.ts";
import { unacceptable } from "./well-formed.ts";

const goMap = "map[string]interface {}";
const int64Max = 2n ** 63n - 1n;
const int64Min = -(2n ** 63n);

/** Reads values without a schema, and counts their keys. As in the reference, an error does not end the reading. */
export class UntypedReader {
  keys = 0;
  /** The first error. An error about a repeated key replaces those before it. */
  error: DecodeError | undefined;
  readonly #reader: ItemReader;
  readonly #keepsSpelling: boolean;

  /** @param options `keepsSpelling`: whether 5.0 becomes a symbol. Otherwise it is 5. Default: true */
  constructor(reader: ItemReader, { keepsSpelling = true }: { readonly keepsSpelling?: boolean } = {}) {
    this.#reader = reader;
    this.#keepsSpelling = keepsSpelling;
  }

  /**
   * Reads an item.
   * @param stringTag the innermost tag around it that concerns byte strings
   */
  value(stringTag?: StringTag): unknown {
    const reader = this.#reader;
    skipSelfDescribed(reader);
    const fault = checkBuiltinTags(reader);
    if (fault) return this.#fail(fault);
    reader.head();
    switch (reader.major) {
      case majorTypes.positiveInteger:
      case majorTypes.negativeInteger:
        return this.#integer();
      case majorTypes.byteString:
        return textOfBytes(reader.content(), stringTag);
      case majorTypes.textString:
        return this.#text();
      case majorTypes.array:
        return this.#array(stringTag);
      case majorTypes.map:
        return this.#map(stringTag);
      case majorTypes.tag:
        return this.#tagged(reader.argument, stringTag);
      default:
        return this.#primitive();
    }
  }

  /** Reads an item that must be a map. Null is accepted. */
  object(): Record<string, unknown> | null {
    const reader = this.#reader;
    const tag = readHead(reader);
    if (tag instanceof DecodeError) return this.#fail(tag);
    if (reader.major === majorTypes.map) return this.#map(tag);
    if (isNull(reader)) return null;
    return this.#fail(mismatch(reader, goMap));
  }

  #integer(): number | bigint | null {
    const value = this.#reader.integer();
    if (typeof value === "number" || (value <= int64Max && value >= int64Min)) return value;
    return this.#fail(
      new CborTypeError({ major: this.#reader.major, goType: "int64", detail: `${value} overflows Go's int64` }),
    );
  }

  #text(): string | null {
    const text = textOrError(this.#reader);
    return text instanceof DecodeError ? this.#fail(text) : text;
  }

  #array(stringTag: StringTag | undefined): unknown[] {
    const items: unknown[] = [];
    this.#reader.each(() => {
      items.push(this.value(stringTag));
      return undefined;
    });
    return items;
  }

  #map(stringTag: StringTag | undefined): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    const outerError = this.error;
    this.#reader.each((index) => {
      const key = this.#key(stringTag);
      if (key === undefined) {
        this.#reader.skip();
        return undefined;
      }
      const before = this.error;
      const value = this.value(stringTag);
      if (this.error !== before) return undefined;
      if (Object.hasOwn(object, key)) {
        this.error = outerError ?? repeatedKey(key, index);
        return false;
      }
      this.keys++;
      setOwn(object, key, value);
      return undefined;
    });
    return object;
  }

  /** Reads the key of a map. Undefined if it is not a string. As in the reference, null is an empty string. */
  #key(stringTag: StringTag | undefined): string | undefined {
    const key = readText(this.#reader, "string", stringTag);
    if (!(key instanceof DecodeError)) return key ?? "";
    this.#fail(key);
    return undefined;
  }

  #tagged(tag: number, stringTag: StringTag | undefined): unknown {
    if (tag === tags.timeText || tag === tags.epochTime) {
      const time = timeOfTag(this.#reader);
      return time instanceof DecodeError ? this.#fail(time) : time;
    }
    return this.value(isStringTag(tag) ? tag : stringTag);
  }

  #primitive(): unknown {
    const reader = this.#reader;
    if (reader.isFloat) return this.#keepsSpelling ? floatValue(reader.float()) : reader.float();
    switch (reader.argument) {
      case simpleValues.false:
        return false;
      case simpleValues.true:
        return true;
      case simpleValues.null:
        return null;
      default:
        return this.#fail(unrecognized(reader));
    }
  }

  #fail(error: DecodeError): null {
    this.error ??= error;
    return null;
  }
}

/**
 * Reads an item that must be a string. Returns null for null, and the error for another item, which is skipped.
 * @param goType the reference's name of the expected type
 */
export function readText(reader: ItemReader, goType: string, stringTag?: StringTag): string | null | DecodeError {
  const tag = readHead(reader, stringTag);
  if (tag instanceof DecodeError) return tag;
  if (reader.major === majorTypes.byteString) return textOfBytes(reader.content(), tag);
  if (reader.major === majorTypes.textString) return textOrError(reader);
  return isNull(reader) ? null : mismatch(reader, goType);
}

/** Reads the text of the string whose head was read, or returns why it is not UTF-8. */
export function textOrError(reader: ItemReader): string | DecodeError {
  try {
    return reader.text();
  } catch (error) {
    if (error instanceof DecodeError) return error;
    throw error;
  }
}

/** Whether the item whose head was read is null. */
export function isNull(reader: ItemReader): boolean {
  return reader.major === majorTypes.primitive && !reader.isFloat && reader.argument === simpleValues.null;
}

/** Returns the error for the item whose head was read, which has the wrong type. Skips its content. */
export function mismatch(reader: ItemReader, goType: string): DecodeError {
  const { major } = reader;
  const isKnown = reader.argument >= simpleValues.false && reader.argument <= simpleValues.null;
  if (major === majorTypes.primitive && !reader.isFloat && !isKnown) return unrecognized(reader);
  if (major === majorTypes.array || major === majorTypes.map) skipContent(reader);
  else if (major === majorTypes.byteString || major === majorTypes.textString) reader.content();
  return new CborTypeError({ major, goType });
}

function skipContent(reader: ItemReader): void {
  const { major } = reader;
  reader.each(() => {
    reader.skip();
    if (major === majorTypes.map) reader.skip();
    return undefined;
  });
}

function unrecognized({ argument }: ItemReader): DecodeError {
  return unacceptable(majorTypes.primitive, `simple value ${argument} is not recognized`);
}

/** Returns a floating point number, in a spelling that distinguishes it from an integer. */
function floatValue(value: number): unknown {
  if (!Number.isInteger(value)) return value;
  const text = Object.is(value, -0) ? "-0" : String(value);
  return numberText(/e/.test(text) ? text : `${text}.0`);
}

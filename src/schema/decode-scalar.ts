/** Decoders of scalar values: they check the type and return the canonical form. Their input is never `null`. */

import { unreachable } from "../base/assert.ts";
import { type NumberText, textOfNumber, withPlainNumbers } from "../base/number-text.ts";
import { reasonOf } from "../base/reason-of.ts";
import { canonicalDuration } from "../meta/duration.ts";
import { canonicalQuantity } from "../meta/quantity.ts";
import { normalizeMicroTime, normalizeSentTime, normalizeTime } from "../meta/time.ts";
import { DecodeContext, SchemaDecodeError } from "./decode-context.ts";
import type {
  FormattedSchema,
  IntegerSchema,
  ListSchema,
  MapSchema,
  RawSchema,
  Schema,
  StructSchema,
  UnionSchema,
} from "./schema.ts";

/** Returns the canonical form of a value. @throws SchemaDecodeError for a value of the wrong type */
export type Decoder = (value: unknown, context: DecodeContext) => unknown;

/** A schema without parts. */
export type ScalarSchema = Exclude<Schema, ListSchema | MapSchema | StructSchema | UnionSchema>;

/** Returns the decoder of a scalar schema. */
export function scalarDecoder(schema: ScalarSchema): Decoder {
  switch (schema.node) {
    case "text":
      return (value, context) => {
        if (typeof value !== "string") throw context.mismatch(value, schema);
        return value;
      };
    case "boolean":
      return (value, context) => {
        if (typeof value !== "boolean") throw context.mismatch(value, schema);
        return value;
      };
    case "number":
      return (value, context) => {
        if (typeof value === "bigint") return Number(value);
        if (typeof value === "symbol") return floatOf(value, context, schema.typeName);
        if (typeof value !== "number") throw context.mismatch(value, schema);
        return value;
      };
    case "integer":
      return integerDecoder(schema);
    case "bytes":
      return base64Decoder(schema);
    case "time":
      return textForm(schema, schema.isKeptAsSent ? normalizeSentTime : normalizeTime);
    case "microTime":
      return textForm(schema, normalizeMicroTime);
    case "duration":
      return textForm(schema, canonicalDuration);
    case "quantity":
      return quantityDecoder();
    case "intOrString":
      return (value, context) => {
        if (typeof value === "string") return value;
        return int32Of(value, context, "int32");
      };
    case "raw":
      return rawDecoder(schema);
    default:
      return unreachable(schema);
  }
}

/** Decodes strings with a canonical form. An error of `canonical` becomes the message. */
function textForm(schema: Schema, canonical: (text: string) => string | null): Decoder {
  return (value, context) => {
    if (typeof value !== "string") throw context.mismatch(value, schema);
    return asDecodeError(() => canonical(value));
  };
}

/**
 * Decodes a quantity. A value that is neither a string nor a number is reported as a malformed quantity, because the
 * reference's quantity has its own JSON decoder. It accepts blanks around the text, but only in JSON.
 */
function quantityDecoder(): Decoder {
  return (value) => asDecodeError(() => canonicalQuantity(quantityText(value)));
}

/** Returns the text of a quantity in a body. */
export function quantityText(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (typeof value === "symbol") return textOfNumber(value);
  return typeof value === "string" ? value.trim() : "{}";
}

/**
 * Returns why a string or number does not have the format of its schema, in the words of the format's parser. Undefined
 * if it has.
 */
export function formatFault(schema: FormattedSchema, value: unknown): string | undefined {
  try {
    scalarDecoder(schema)(value, new DecodeContext({ defaults: false }));
    return undefined;
  } catch (error) {
    if (error instanceof SchemaDecodeError) return error.message;
    throw error;
  }
}

function floatOf(number: NumberText, context: DecodeContext, typeName: string): number {
  const value = Number(textOfNumber(number));
  if (!Number.isFinite(value)) throw context.cannotUnmarshal(`number ${textOfNumber(number)}`, typeName);
  return value;
}

/** Turns any error of a parser into a SchemaDecodeError, because the client sent the invalid value. */
function asDecodeError(canonical: () => string | null): string | null {
  try {
    return canonical();
  } catch (error) {
    throw new SchemaDecodeError(reasonOf(error), { cause: error });
  }
}

const int64Min = -(2n ** 63n);
const int64Max = 2n ** 63n - 1n;

function integerDecoder(schema: IntegerSchema): Decoder {
  if (schema.bits === 32) return (value, context) => int32Of(value, context, schema.typeName);
  return (value, context) => {
    if (typeof value === "bigint") {
      if (value < int64Min || value > int64Max) throw context.cannotUnmarshal(`number ${value}`, schema.typeName);
      context.needsExactJson = true;
      return value;
    }
    if (typeof value === "symbol") throw context.cannotUnmarshal(`number ${textOfNumber(value)}`, schema.typeName);
    if (typeof value !== "number") throw context.mismatch(value, schema);
    if (!Number.isSafeInteger(value)) throw context.cannotUnmarshal(`number ${value}`, schema.typeName);
    return value + 0;
  };
}

function int32Of(value: unknown, context: DecodeContext, typeName: string): number {
  if (typeof value === "number") {
    if ((value | 0) === value) return value + 0;
    throw context.cannotUnmarshal(`number ${value}`, typeName);
  }
  if (typeof value === "bigint") throw context.cannotUnmarshal(`number ${value}`, typeName);
  if (typeof value === "symbol") throw context.cannotUnmarshal(`number ${textOfNumber(value)}`, typeName);
  throw context.mismatch(value, { node: "integer", bits: 32, typeName });
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function base64Decoder(schema: Schema): Decoder {
  return (value, context) => {
    if (Array.isArray(value)) return Buffer.from(value.map((one) => byteOf(one, context))).toString("base64");
    if (typeof value !== "string") throw context.mismatch(value, schema);
    const canonical = Buffer.from(value, "base64").toString("base64");
    if (canonical === value) return value;
    const fault = base64Fault(value);
    if (fault !== undefined) throw new SchemaDecodeError(fault);
    return canonical;
  };
}

/** Returns why a text is not base64, with or without line breaks. Undefined if it is. */
export function base64Fault(text: string): string | undefined {
  const joined = text.replace(/[\r\n]/g, "");
  return base64.test(joined) ? undefined : `illegal base64 data at input byte ${firstBadByte(text)}`;
}

/** Returns one byte of a list of numbers. Go's decoder accepts such a list instead of base64 text. */
function byteOf(value: unknown, context: DecodeContext): number {
  if (value === null) return 0;
  const byte = int32Of(value, context, "uint8");
  if (byte < 0 || byte > 255) throw context.cannotUnmarshal(`number ${byte}`, "uint8");
  return byte;
}

/**
 * Returns the position at which Go's strict decoder stops: the first invalid character, or the start of an incomplete
 * group. The position counts line breaks.
 */
function firstBadByte(text: string): number {
  const bytes = Buffer.from(text);
  const skipBreaks = (start: number): number => {
    let at = start;
    while (bytes[at] === 0x0a || bytes[at] === 0x0d) at++;
    return at;
  };
  let inGroup = 0;
  for (let at = skipBreaks(0); at < bytes.length; at = skipBreaks(at + 1)) {
    const byte = bytes[at] ?? 0;
    if (/[A-Za-z0-9+/]/.test(String.fromCharCode(byte))) {
      inGroup = (inGroup + 1) % 4;
      continue;
    }
    if (byte !== padding || inGroup < 2) return at;
    const second = skipBreaks(at + 1);
    if (inGroup === 3 || second === bytes.length) return second;
    return bytes[second] === padding ? skipBreaks(second + 1) : second - 1;
  }
  return bytes.length - inGroup;
}

const padding = 0x3d;

function rawDecoder({ isRead = false }: RawSchema): Decoder {
  return (value, context) => {
    const { spelledNumbers, needsExactJson } = context;
    context.needsExactJson = false;
    context.keyCount += countKeys(value, context);
    const plain = context.spelledNumbers > spelledNumbers ? withPlainNumbers(value) : value;
    const read = isRead && context.needsExactJson ? withInt64(plain) : plain;
    context.needsExactJson ||= needsExactJson;
    return read;
  };
}

/** Returns the value with floating point numbers instead of integers of more than 64 bits. */
function withInt64(value: unknown): unknown {
  if (typeof value === "bigint") return BigInt.asIntN(64, value) === value ? value : Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withInt64);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withInt64(member)]));
}

/**
 * Counts the members of objects at every level, as the scan of a body counts them. The parser has limited the depth.
 * @throws SchemaDecodeError for a number that does not fit a float64
 */
function countKeys(value: unknown, context: DecodeContext): number {
  if (typeof value === "bigint") context.needsExactJson = true;
  if (typeof value === "symbol") {
    context.spelledNumbers++;
    floatOf(value, context, "float64");
  }
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item, context);
    return count;
  }
  for (const key in value) count += 1 + countKeys((value as Readonly<Record<string, unknown>>)[key], context);
  return count;
}

/**
 * Encodes and decodes protobuf messages by field number, for requests and responses of tests. It is independent of the
 * API's types and of the server's codec.
 */

/** Bytes before every protobuf object in a request or response. */
export const envelopePrefix = Buffer.from([0x6b, 0x38, 0x73, 0x00]);

const varintType = 0;
const fixed64Type = 1;
const lengthDelimitedType = 2;

/** Number of a varint field, or bytes of a fixed 64-bit or length-delimited field. */
export type FieldValue = number | Buffer;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
}

/** Returns an encoded varint field. */
export function integer(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8 + varintType), varint(value)]);
}

/** Returns an encoded length-delimited field: text, bytes, or the concatenated fields of a message. */
export function part(field: number, ...content: readonly (string | Buffer)[]): Buffer {
  const bytes = Buffer.concat(content.map((one) => Buffer.from(one)));
  return Buffer.concat([varint(field * 8 + lengthDelimitedType), varint(bytes.length), bytes]);
}

/** Returns one entry of an encoded map with text keys. */
export function entry(field: number, key: string, value: string | Buffer): Buffer {
  return part(field, part(1, key), part(2, value));
}

/** Decoded envelope of an object. `raw` is the encoded object. */
export interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Buffer;
  readonly contentEncoding: string;
  readonly contentType: string;
}

/** Returns an encoded object with its type in an envelope. The options set fields that clients rarely send. */
export function envelope(
  { apiVersion, kind }: Pick<Envelope, "apiVersion" | "kind">,
  raw: Buffer,
  { contentEncoding, contentType }: Partial<Pick<Envelope, "contentEncoding" | "contentType">> = {},
): Buffer {
  return Buffer.concat([
    envelopePrefix,
    part(1, part(1, apiVersion), part(2, kind)),
    part(2, raw),
    ...(contentEncoding === undefined ? [] : [part(3, contentEncoding)]),
    ...(contentType === undefined ? [] : [part(4, contentType)]),
  ]);
}

/** Decoded fields of a message. A repeated field has several values, in their order. */
export class Fields {
  readonly #values = new Map<number, FieldValue[]>();

  constructor(message: Buffer) {
    for (let at = 0; at < message.length; ) {
      const [tag, afterTag] = readVarint(message, at);
      const [value, afterValue] = readValue(message, afterTag, tag % 8);
      const field = Math.floor(tag / 8);
      this.#values.set(field, [...(this.#values.get(field) ?? []), value]);
      at = afterValue;
    }
  }

  /** Numbers of the fields that the message contains. */
  get numbers(): readonly number[] {
    return [...this.#values.keys()];
  }

  /** Returns all values of a field. */
  all(field: number): readonly FieldValue[] {
    return this.#values.get(field) ?? [];
  }

  /** Returns the first value of a field. Throws if it is not bytes. */
  bytes(field: number): Buffer {
    const [value] = this.all(field);
    if (!Buffer.isBuffer(value)) throw new Error(`field ${field} holds no bytes`);
    return value;
  }

  /** Returns the first value of a field as text. Throws if it is not bytes. */
  text(field: number): string {
    return this.bytes(field).toString("utf8");
  }

  /** Returns the first value of a varint field. Throws if it is not a number. */
  number(field: number): number {
    const [value] = this.all(field);
    if (typeof value !== "number") throw new Error(`field ${field} holds no number`);
    return value;
  }

  /** Returns the first value of a field as a message. Repeated values are not merged. */
  message(field: number): Fields {
    return new Fields(this.bytes(field));
  }

  /** Returns all values of a repeated message field. */
  messages(field: number): readonly Fields[] {
    return this.all(field).map((value) => new Fields(Buffer.from(value as Buffer)));
  }

  /** Returns a map with text keys and text values. */
  map(field: number): Record<string, string> {
    return Object.fromEntries(this.messages(field).map((one) => [one.text(1), one.text(2)]));
  }
}

/** Decodes an object in its envelope. Missing optional fields are "". Throws if the prefix is missing. */
export function openEnvelope(bytes: Buffer): Envelope {
  if (!bytes.subarray(0, 4).equals(envelopePrefix)) throw new Error(`no envelope: ${bytes.toString("latin1")}`);
  const unknown = new Fields(bytes.subarray(4));
  const typeMeta = unknown.message(1);
  const textOf = (field: number): string => (unknown.numbers.includes(field) ? unknown.text(field) : "");
  return {
    apiVersion: typeMeta.text(1),
    kind: typeMeta.text(2),
    raw: unknown.bytes(2),
    contentEncoding: textOf(3),
    contentType: textOf(4),
  };
}

function readVarint(bytes: Buffer, start: number): [value: number, end: number] {
  let value = 0n;
  for (let at = start, shift = 0n; at < bytes.length; at++, shift += 7n) {
    const byte = bytes[at] ?? 0;
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return [Number(BigInt.asIntN(64, value)), at + 1];
  }
  throw new Error("a varint is cut off");
}

function readValue(bytes: Buffer, start: number, wireType: number): [value: FieldValue, end: number] {
  if (wireType === varintType) return readVarint(bytes, start);
  const [length, at] = wireType === fixed64Type ? [8, start] : readVarint(bytes, start);
  if (wireType !== fixed64Type && wireType !== lengthDelimitedType) throw new Error(`wire type ${wireType}`);
  if (at + length > bytes.length) throw new Error("a value is cut off");
  return [bytes.subarray(at, at + length), at + length];
}

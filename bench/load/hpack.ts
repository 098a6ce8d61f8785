/** The part of HPACK (RFC 7541) for a client that repeats one request and reads only the status of the responses. */
import { type CounterPosition, findCounters, type RequestTemplate } from "./connection.ts";

/** Statuses of the static table, by index. */
const staticStatuses: Readonly<Record<number, number>> = {
  8: 200,
  9: 204,
  10: 206,
  11: 304,
  12: 400,
  13: 404,
  14: 500,
};
const pathNameIndex = 4;
const statusNameIndexes = { first: 8, last: 14 } as const;
/** First index of the connection's dynamic table. It is the index of the newest field. */
const dynamicTableIndex = 62;
const indexedField = 0x80;
const literalWithIndexing = 0x40;
const literalWithoutIndexing = 0;
const tableSizeUpdate = 0x20;

/** Bytes with a counter. */
export interface CountedBytes {
  readonly bytes: Buffer;
  readonly counters: readonly CounterPosition[];
}

/**
 * The header block of a request. The first request of a connection adds its fields to the server's table. Later ones
 * refer to them.
 */
export interface HeaderBlocks {
  readonly first: CountedBytes;
  readonly later: CountedBytes;
}

/**
 * Encodes the head. Does not use Huffman coding, because a counter must have a fixed length. The path may contain one,
 * so it is always sent in full.
 */
export function encodeHeaders({ method, path, headers }: RequestTemplate): HeaderBlocks {
  const before = { ":method": method, ":scheme": "https", ":authority": "localhost" };
  const beforeCount = Object.keys(before).length;
  const fields = Object.entries({ ...before, ...headers });
  const literalFields = fields.map(([name, value]) =>
    Buffer.concat([Buffer.of(literalWithIndexing), encodeText(name), encodeText(value)]),
  );
  const indexedFields = fields.map((_, at) => Buffer.of(indexedField | (dynamicTableIndex + fields.length - 1 - at)));
  const aroundPath = (parts: readonly Buffer[]): CountedBytes =>
    withPath(Buffer.concat(parts.slice(0, beforeCount)), path, Buffer.concat(parts.slice(beforeCount)));
  return { first: aroundPath(literalFields), later: aroundPath(indexedFields) };
}

function withPath(before: Buffer, path: string, after: Buffer): CountedBytes {
  const head = Buffer.concat([before, Buffer.of(pathNameIndex), encodeInteger(Buffer.byteLength(path))]);
  const bytes = Buffer.concat([head, Buffer.from(path), after]);
  const counters = findCounters(Buffer.from(path));
  return { bytes, counters: counters.map(({ offset, digits }) => ({ offset: offset + head.length, digits })) };
}

/** Encodes a header that the server does not add to its table. */
export function encodeLiteral(name: string, value: string): Buffer {
  return Buffer.concat([Buffer.of(literalWithoutIndexing), encodeText(name), encodeText(value)]);
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([encodeInteger(bytes.length), bytes]);
}

/** Encodes an integer with a prefix of seven bits. */
function encodeInteger(value: number): Buffer {
  if (value < 127) return Buffer.of(value);
  const bytes = [127];
  let rest = value - 127;
  for (; rest >= 128; rest >>= 7) bytes.push((rest & 127) | 128);
  return Buffer.of(...bytes, rest);
}

/**
 * Reads the status of each response of one connection. Header blocks must be passed in the order in which they arrive.
 */
export class StatusReader {
  #block: Buffer = Buffer.alloc(0);
  #position = 0;
  /** Number of fields that the server has added to its table. */
  #insertedCount = 0;
  /** Statuses among these fields, by their position in the order of addition. */
  readonly #statuses = new Map<number, number>();

  read(block: Buffer): number {
    this.#block = block;
    this.#position = 0;
    let status = 0;
    while (this.#position < block.length) status = this.#readField() ?? status;
    if (status === 0) throw new Error("the header block contains no status that this client can read");
    return status;
  }

  /** Reads one field, and returns the status if the field contains it. */
  #readField(): number | undefined {
    const first = this.#block[this.#position] ?? 0;
    if ((first & indexedField) !== 0) return this.#statusAt(this.#readInteger(7));
    if ((first & literalWithIndexing) === 0 && (first & tableSizeUpdate) !== 0) {
      this.#readInteger(5);
      return undefined;
    }
    const isInserted = (first & literalWithIndexing) !== 0;
    const nameIndex = this.#readInteger(isInserted ? 6 : 4);
    if (nameIndex === 0) this.#readText();
    const value = this.#readText();
    const isStatus = nameIndex >= statusNameIndexes.first && nameIndex <= statusNameIndexes.last;
    const status = isStatus ? Number(value.isHuffman ? huffmanDigits(value.bytes) : value.bytes) : undefined;
    if (isInserted && status !== undefined) this.#statuses.set(this.#insertedCount, status);
    if (isInserted) this.#insertedCount++;
    return status;
  }

  #statusAt(index: number): number | undefined {
    return index < dynamicTableIndex
      ? staticStatuses[index]
      : this.#statuses.get(this.#insertedCount - 1 - index + dynamicTableIndex);
  }

  #readText(): { bytes: Buffer; isHuffman: boolean } {
    const isHuffman = ((this.#block[this.#position] ?? 0) & 0x80) !== 0;
    const length = this.#readInteger(7);
    const begin = this.#position;
    this.#position += length;
    return { bytes: this.#block.subarray(begin, this.#position), isHuffman };
  }

  #readInteger(prefixBits: number): number {
    const prefix = 2 ** prefixBits - 1;
    let value = (this.#block[this.#position++] ?? 0) & prefix;
    if (value < prefix) return value;
    for (let shift = 0, byte = 0x80; (byte & 0x80) !== 0; shift += 7) {
      byte = this.#block[this.#position++] ?? 0;
      value += (byte & 0x7f) << shift;
    }
    return value;
  }
}

/** Decodes three digits in Huffman code: 0, 1 and 2 take five bits, the others six. */
function huffmanDigits(bytes: Buffer): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  let digits = "";
  for (let at = 0; digits.length < 3; ) {
    const five = Number.parseInt(bits.slice(at, at + 5), 2);
    const isShort = five <= 2;
    digits += isShort ? five : Number.parseInt(bits.slice(at, at + 6), 2) - 0b011001 + 3;
    at += isShort ? 5 : 6;
  }
  return digits;
}

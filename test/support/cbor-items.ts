/** Builds and reads documents in CBOR (RFC 8949), independently of the server's code. */

function head(major: number, argument: number): Buffer {
  const start = major << 5;
  if (argument < 24) return Buffer.from([start | argument]);
  if (argument < 0x100) return Buffer.from([start | 24, argument]);
  if (argument < 0x1_0000) return Buffer.from([start | 25, argument >> 8, argument & 0xff]);
  const bytes = Buffer.alloc(5, start | 26);
  bytes.writeUInt32BE(argument, 1);
  return bytes;
}

/** A value that `cbor()` encodes. Numbers are integers, and Buffers are items that are encoded already. */
export type CborInput =
  | string
  | number
  | boolean
  | null
  | Buffer
  | readonly CborInput[]
  | { readonly [key: string]: CborInput };

/** Returns an item. Strings are text strings. */
export function cbor(value: CborInput): Buffer {
  if (Buffer.isBuffer(value)) return value;
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "boolean") return Buffer.from([value ? 0xf5 : 0xf4]);
  if (value === null) return Buffer.from([0xf6]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  return pairs(Object.entries(value));
}

/** Returns a map with keys of any type, which may repeat. */
export function pairs(entries: readonly (readonly [key: CborInput, value: CborInput])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)])]);
}

/** Returns a byte string. */
export function byteString(content: string | Buffer): Buffer {
  return Buffer.concat([head(2, Buffer.byteLength(content)), Buffer.from(content as string)]);
}

/** Returns an item with a tag. */
export function tagged(tag: number, value: CborInput): Buffer {
  return Buffer.concat([head(6, tag), cbor(value)]);
}

/** Returns a document with the tag that says that it is CBOR. */
export function cborDocument(value: CborInput): Buffer {
  return tagged(55_799, value);
}

/** Reads the documents of a response one by one. Strings of both types become strings, and other tags `{ tag, value }`. */
export function* readCborDocuments(bytes: Buffer): Generator {
  const reader = new Reader(bytes);
  while (reader.at < bytes.length) {
    if (bytes.toString("hex", reader.at, reader.at + 3) !== "d9d9f7") throw new Error("a document has no tag");
    yield reader.item();
  }
}

/** Returns the only document of a response. */
// oxlint-disable-next-line typescript/no-explicit-any
export function readCbor(bytes: Buffer): any {
  const [document, ...more] = readCborDocuments(bytes);
  if (more.length > 0) throw new Error("the response has several documents");
  return document;
}

class Reader {
  at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  item(): unknown {
    const first = this.#bytes.readUInt8(this.at++);
    const [major, info] = [first >> 5, first & 0x1f];
    if (first === 0xf9) return this.#half();
    if (first === 0xfa) return this.#float(4);
    if (first === 0xfb) return this.#float(8);
    const argument = info < 24 ? info : this.#argument(1 << (info - 24));
    switch (major) {
      case 0:
        return argument;
      case 1:
        return -1 - argument;
      case 2:
      case 3:
        this.at += argument;
        return this.#bytes.toString("utf8", this.at - argument, this.at);
      case 4:
        return Array.from({ length: argument }, () => this.item());
      case 5:
        return Object.fromEntries(Array.from({ length: argument }, () => [this.item(), this.item()]));
      case 6: {
        const value = this.item();
        return argument === 55_799 ? value : { tag: argument, value };
      }
      default:
        return new Map<number, unknown>([
          [20, false],
          [21, true],
          [22, null],
        ]).get(argument);
    }
  }

  #argument(length: number): number {
    this.at += length;
    if (length === 8) return Number(this.#bytes.readBigUInt64BE(this.at - 8));
    return this.#bytes.readUIntBE(this.at - length, length);
  }

  #half(): number {
    const bits = this.#argument(2);
    const [exponent, fraction] = [(bits >> 10) & 0x1f, bits & 0x3ff];
    const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
    return bits & 0x8000 ? -size : size;
  }

  #float(length: 4 | 8): number {
    this.at += length;
    return length === 4 ? this.#bytes.readFloatBE(this.at - 4) : this.#bytes.readDoubleBE(this.at - 8);
  }
}

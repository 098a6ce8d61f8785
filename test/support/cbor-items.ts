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

/**
 * Reads the documents of a response one by one. Strings of both types become strings, and tags other than that of a
 * document `{ tag, value }`.
 */
export function* readCborDocuments(bytes: Buffer): Generator {
  yield* documentsIn(bytes, plainForm);
}

/**
 * Reads the documents of a response as trees that show the encoding of each item. Only byte strings and integers are
 * plain values. Members are sorted.
 * @throws RangeError if the last document is incomplete
 */
export function* readCborTrees(bytes: Buffer): Generator {
  yield* documentsIn(bytes, exactForm);
}

function* documentsIn(bytes: Buffer, form: Form): Generator {
  const reader = new Reader(bytes, form);
  while (reader.at < bytes.length) {
    if (bytes.toString("hex", reader.at, reader.at + 3) !== "d9d9f7") throw new RangeError("a document has no tag");
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

/** How items are shown. */
interface Form {
  readonly text: (text: string) => unknown;
  readonly float: (value: number, bits: number) => unknown;
  readonly map: (entries: [key: unknown, value: unknown][]) => unknown;
  readonly tag: (tag: number, value: unknown) => unknown;
}

const documentTag = 55_799;

const plainForm: Form = {
  text: (text) => text,
  float: (value) => value,
  map: (entries) => Object.fromEntries(entries),
  tag: (tag, value) => (tag === documentTag ? value : { tag, value }),
};

const exactForm: Form = {
  text: (text) => ({ text }),
  float: (value, bits) => ({ [`float${bits}`]: String(value) }),
  map: (entries) => {
    const keys = entries.map(([key, value]): [string, unknown] => [
      typeof key === "string" ? key : JSON.stringify(key),
      value,
    ]);
    return Object.fromEntries(keys.sort(([one], [other]) => (one < other ? -1 : 1)));
  },
  tag: (tag, value) => ({ tag, value }),
};

class Reader {
  at = 0;
  readonly #bytes: Buffer;
  readonly #form: Form;

  constructor(bytes: Buffer, form: Form) {
    this.#bytes = bytes;
    this.#form = form;
  }

  item(): unknown {
    const first = this.#bytes.readUInt8(this.at++);
    const [major, info] = [first >> 5, first & 0x1f];
    if (first === 0xf9) return this.#form.float(this.#half(), 16);
    if (first === 0xfa) return this.#form.float(this.#bytes.readFloatBE(this.#skip(4)), 32);
    if (first === 0xfb) return this.#form.float(this.#bytes.readDoubleBE(this.#skip(8)), 64);
    const argument = info < 24 ? info : this.#argument(1 << (info - 24));
    switch (major) {
      case 0:
        return argument;
      case 1:
        return -1 - argument;
      case 2:
        return this.#string(argument);
      case 3:
        return this.#form.text(this.#string(argument));
      case 4:
        return Array.from({ length: argument }, () => this.item());
      case 5:
        return this.#form.map(Array.from({ length: argument }, () => [this.item(), this.item()]));
      case 6:
        return this.#form.tag(argument, this.item());
      default:
        return new Map<number, unknown>([
          [20, false],
          [21, true],
          [22, null],
        ]).get(argument);
    }
  }

  #string(length: number): string {
    const start = this.#skip(length);
    return this.#bytes.toString("utf8", start, this.at);
  }

  /** Moves forward, and returns the position before. */
  #skip(length: number): number {
    if (this.at + length > this.#bytes.length) throw new RangeError("the document is incomplete");
    this.at += length;
    return this.at - length;
  }

  #argument(length: number): number {
    const start = this.#skip(length);
    return length === 8 ? Number(this.#bytes.readBigUInt64BE(start)) : this.#bytes.readUIntBE(start, length);
  }

  #half(): number {
    const bits = this.#argument(2);
    const [exponent, fraction] = [(bits >> 10) & 0x1f, bits & 0x3ff];
    const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
    return bits & 0x8000 ? -size : size;
  }
}

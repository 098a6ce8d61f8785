/** Reads the heads and the contents of data items from a well-formed document, from front to back. */
import { DecodeError } from "../decode-error.ts";
import { halfToNumber } from "./half-float.ts";
import { breakByte, infos, majorTypes } from "./item-types.ts";

/** Largest argument that a number holds exactly. */
const exactMax = Number.MAX_SAFE_INTEGER;

/**
 * A position in a document that `checkWellFormed` has accepted. Lengths therefore never exceed the document, and no
 * item ends early.
 */
export class ItemReader {
  readonly bytes: Buffer;
  at: number;
  /** Major type of the item whose head was read last. */
  major = 0;
  /** Additional information of that head. */
  info = 0;
  /** Argument of that head: a length, an integer, a tag. Rounded beyond 2^53. */
  argument = 0;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** The first byte of the next item. */
  get nextByte(): number {
    return this.bytes[this.at] ?? breakByte;
  }

  /** Major type of the next item. */
  get nextMajor(): number {
    return this.nextByte >> 5;
  }

  /** Reads the head of the next item. */
  head(): void {
    const first = this.nextByte;
    this.at++;
    this.major = first >> 5;
    this.info = first & 0x1f;
    switch (this.info) {
      case infos.oneByte:
        this.argument = this.bytes.readUInt8(this.at);
        this.at += 1;
        return;
      case infos.twoBytes:
        this.argument = this.bytes.readUInt16BE(this.at);
        this.at += 2;
        return;
      case infos.fourBytes:
        this.argument = this.bytes.readUInt32BE(this.at);
        this.at += 4;
        return;
      case infos.eightBytes:
        this.argument = this.bytes.readUInt32BE(this.at) * 0x1_0000_0000 + this.bytes.readUInt32BE(this.at + 4);
        this.at += 8;
        return;
      default:
        this.argument = this.info;
    }
  }

  /** Whether the item whose head was read has an indefinite length. */
  get isIndefinite(): boolean {
    return this.info === infos.indefinite;
  }

  /** Returns the integer whose head was read. Integers beyond ±(2^53 - 1) are bigints. */
  integer(): number | bigint {
    const isNegative = this.major === majorTypes.negativeInteger;
    if (isNegative ? this.argument < exactMax : this.argument <= exactMax) {
      return isNegative ? -1 - this.argument : this.argument;
    }
    const argument = this.bytes.readBigUInt64BE(this.at - 8);
    return isNegative ? -1n - argument : argument;
  }

  /** Returns the floating point number whose head was read. */
  float(): number {
    if (this.info === infos.twoBytes) return halfToNumber(this.argument);
    return this.info === infos.fourBytes ? this.bytes.readFloatBE(this.at - 4) : this.bytes.readDoubleBE(this.at - 8);
  }

  /** Whether the primitive whose head was read is a floating point number. */
  get isFloat(): boolean {
    return this.info >= infos.twoBytes && this.info <= infos.eightBytes;
  }

  /** Returns the content of the string whose head was read. A view, unless the string consists of several chunks. */
  content(): Buffer {
    return this.isIndefinite ? Buffer.concat(this.chunks()) : this.#take();
  }

  /**
   * Returns the text of the text string whose head was read.
   * @throws DecodeError if it is not UTF-8
   */
  text(): string {
    if (!this.isIndefinite) return textOf(this.#take());
    return this.chunks().map(textOf).join("");
  }

  /** Returns the chunks of a string of indefinite length, whose head was read. */
  chunks(): Buffer[] {
    const chunks: Buffer[] = [];
    while (!this.atBreak()) {
      this.head();
      chunks.push(this.#take());
    }
    return chunks;
  }

  #take(): Buffer {
    const start = this.at;
    this.at += this.argument;
    return this.bytes.subarray(start, this.at);
  }

  /** Whether the current array or map ends here. Consumes the byte that ends it. */
  atBreak(): boolean {
    if (this.nextByte !== breakByte) return false;
    this.at++;
    return true;
  }

  /**
   * Calls `read` for each element of the array, or for each pair of the map, whose head was read.
   * @param read returns false to skip the remaining elements
   */
  each(read: (index: number) => boolean | undefined): void {
    const { isIndefinite, argument, major } = this;
    let isSkipping = false;
    for (let index = 0; isIndefinite ? !this.atBreak() : index < argument; index++) {
      if (!isSkipping) {
        isSkipping = read(index) === false;
      } else {
        this.skip();
        if (major === majorTypes.map) this.skip();
      }
    }
  }

  /** Skips the next item. */
  skip(): void {
    this.head();
    switch (this.major) {
      case majorTypes.byteString:
      case majorTypes.textString:
        this.content();
        return;
      case majorTypes.array:
        this.each(() => {
          this.skip();
          return undefined;
        });
        return;
      case majorTypes.map:
        this.each(() => {
          this.skip();
          this.skip();
          return undefined;
        });
        return;
      case majorTypes.tag:
        this.skip();
        return;
    }
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** Length up to which a text is checked by decoding it twice, which is faster than TextDecoder for short texts. */
const shortTextMax = 64;

/** Returns the text in UTF-8. @throws DecodeError if the bytes are not UTF-8 */
export function textOf(bytes: Buffer): string {
  if (bytes.length <= shortTextMax) {
    const text = bytes.toString("latin1");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters of ASCII
    if (/^[\x00-\x7f]*$/.test(text)) return text;
  }
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new DecodeError("encoding", "cbor: invalid UTF-8 string", { cause: error });
  }
}

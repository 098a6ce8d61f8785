/** Writes data items from front to back into one buffer, each in its shortest form. */
import { numberToHalf } from "./half-float.ts";
import { infos, majorTypes, selfDescribedTag, tags } from "./item-types.ts";

/** Initial size of the buffer, which most objects fit. */
const initialBytes = 4096;
/** Maximum size of the head of an item. */
const headBytesMax = 9;
/** Maximum length of strings that are copied byte by byte, which is faster for short ones. */
const shortTextMax = 24;

const oneByteMax = 0xff;
const twoBytesMax = 0xffff;
const fourBytesMax = 0xffff_ffff;

/** Writes data items. Strings are byte strings, as in the reference. */
export class CborWriter {
  #buffer = Buffer.allocUnsafe(initialBytes);
  #length = 0;

  /** Number of bytes that were written since the last call of `finish()`. */
  get length(): number {
    return this.#length;
  }

  /** Writes the tag that begins a document. */
  selfDescribed(): void {
    this.raw(selfDescribedTag);
  }

  /** Writes the head of an array. */
  array(length: number): void {
    this.#head(majorTypes.array, length);
  }

  /** Writes the head of a map. @param pairs number of pairs */
  map(pairs: number): void {
    this.#head(majorTypes.map, pairs);
  }

  /** Writes null, true or false. */
  simple(value: number): void {
    this.#head(majorTypes.primitive, value);
  }

  /** Writes an integer of at most 64 bits. */
  integer(value: number | bigint): void {
    if (typeof value === "bigint") this.#bigInteger(value);
    else if (value >= 0) this.#head(majorTypes.positiveInteger, value);
    else this.#head(majorTypes.negativeInteger, -1 - value);
  }

  #bigInteger(value: bigint): void {
    this.#reserve(headBytesMax);
    const isNegative = value < 0n;
    const major = isNegative ? majorTypes.negativeInteger : majorTypes.positiveInteger;
    this.#buffer[this.#length++] = (major << 5) | infos.eightBytes;
    this.#length = this.#buffer.writeBigUInt64BE(isNegative ? -1n - value : value, this.#length);
  }

  /** Writes a finite floating point number. */
  float(value: number): void {
    this.#reserve(headBytesMax);
    const half = numberToHalf(value);
    if (half !== undefined) {
      this.#buffer[this.#length++] = (majorTypes.primitive << 5) | infos.twoBytes;
      this.#length = this.#buffer.writeUInt16BE(half, this.#length);
    } else if (Math.fround(value) === value) {
      this.#buffer[this.#length++] = (majorTypes.primitive << 5) | infos.fourBytes;
      this.#length = this.#buffer.writeFloatBE(value, this.#length);
    } else {
      this.#buffer[this.#length++] = (majorTypes.primitive << 5) | infos.eightBytes;
      this.#length = this.#buffer.writeDoubleBE(value, this.#length);
    }
  }

  /** Writes a text as a byte string. */
  text(value: string): void {
    if (value.length < shortTextMax && this.#shortText(value)) return;
    const length = Buffer.byteLength(value);
    this.#head(majorTypes.byteString, length);
    this.#reserve(length);
    this.#length += this.#buffer.write(value, this.#length);
  }

  /** Writes a short text of ASCII characters. Returns false if it has other ones. */
  #shortText(value: string): boolean {
    this.#reserve(1 + shortTextMax);
    const start = this.#length;
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index);
      if (code > 0x7f) return false;
      this.#buffer[start + 1 + index] = code;
    }
    this.#buffer[start] = (majorTypes.byteString << 5) | value.length;
    this.#length = start + 1 + value.length;
    return true;
  }

  /** Writes bytes that are base64 in JSON. */
  base64(value: string): void {
    const bytes = Buffer.from(value, "base64");
    this.#head(majorTypes.tag, tags.laterBase64);
    this.#head(majorTypes.byteString, bytes.length);
    this.raw(bytes);
  }

  /** Writes items that are encoded already. */
  raw(bytes: Buffer): void {
    this.#reserve(bytes.length);
    bytes.copy(this.#buffer, this.#length);
    this.#length += bytes.length;
  }

  /** Returns what was written since the last call. */
  finish(): Buffer {
    const bytes = Buffer.allocUnsafeSlow(this.#length);
    this.#buffer.copy(bytes, 0, 0, this.#length);
    this.#length = 0;
    return bytes;
  }

  #head(major: number, argument: number): void {
    this.#reserve(headBytesMax);
    const start = major << 5;
    if (argument < infos.oneByte) {
      this.#buffer[this.#length++] = start | argument;
    } else if (argument <= oneByteMax) {
      this.#buffer[this.#length++] = start | infos.oneByte;
      this.#buffer[this.#length++] = argument;
    } else if (argument <= twoBytesMax) {
      this.#buffer[this.#length++] = start | infos.twoBytes;
      this.#length = this.#buffer.writeUInt16BE(argument, this.#length);
    } else if (argument <= fourBytesMax) {
      this.#buffer[this.#length++] = start | infos.fourBytes;
      this.#length = this.#buffer.writeUInt32BE(argument, this.#length);
    } else {
      this.#buffer[this.#length++] = start | infos.eightBytes;
      this.#length = this.#buffer.writeBigUInt64BE(BigInt(argument), this.#length);
    }
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

/** Writes protobuf messages from front to back into one buffer. */
import { endOfString } from "../json/skip.ts";
import type { WireType } from "./wire-type.ts";

/** Maximum length of strings that are copied byte by byte. Their length must fit one byte. */
const shortTextMax = 48;

const quote = 0x22;
const backslash = 0x5c;

/** Maximum size of a varint of 64 bits. */
const varintBytesMax = 10;

/** Maximum size of the buffer of a writer that is used again. */
const keptBytesMax = 256 * 1024;

/** Initial size of the buffer, which most objects fit. */
const initialBytes = 4096;

/** Writes the fields of a protobuf message and of the messages inside it. */
export class WireWriter {
  #buffer = Buffer.allocUnsafe(initialBytes);
  #length = 0;

  /** Writes the tag of a field; its value must follow. */
  tag(field: number, wireType: WireType): void {
    this.#varint(field * 8 + wireType);
  }

  /** Writes one byte. */
  byte(value: number): void {
    this.#reserve(1);
    this.#buffer[this.#length++] = value;
  }

  /** Writes a boolean as a varint. */
  boolean(value: boolean): void {
    this.#varint(value ? 1 : 0);
  }

  /** Writes a signed integer of 32 or 64 bits. */
  integer(value: number | bigint): void {
    if (typeof value === "number" && value >= 0) this.#varint(value);
    else this.#longVarint(BigInt.asUintN(64, BigInt(value)));
  }

  /** Writes a floating point number of 64 bits. */
  float64(value: number): void {
    this.#reserve(8);
    this.#length = this.#buffer.writeDoubleLE(value, this.#length);
  }

  /** Writes a string with its length. */
  text(value: string): void {
    if (value.length <= shortTextMax && this.#asciiText(value)) return;
    const bytes = Buffer.byteLength(value);
    this.#varint(bytes);
    this.#reserve(bytes);
    this.#length += this.#buffer.write(value, this.#length, "utf8");
  }

  /**
   * Copies a short ASCII string byte by byte and returns true. Returns false for other strings. Most strings are short,
   * and copying them here takes a quarter of the time of `Buffer.write`; see docs/performance.md, "Micro-measurements",
   * "WireWriter.text".
   */
  #asciiText(value: string): boolean {
    this.#reserve(1 + value.length);
    const start = this.#length + 1;
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index);
      if (code > 0x7f) return false;
      this.#buffer[start + index] = code;
    }
    this.#buffer[start - 1] = value.length;
    this.#length = start + value.length;
    return true;
  }

  /**
   * Writes a string of valid JSON with its length. Returns the position after the string.
   * @param start position of the opening quotation mark
   */
  jsonText(json: Buffer, start: number): number {
    this.#reserve(1 + shortTextMax);
    const buffer = this.#buffer;
    const lengthAt = this.#length;
    const last = start + shortTextMax;
    let to = lengthAt + 1;
    for (let at = start + 1; at <= last; at++) {
      const byte = json[at] as number;
      if (byte === quote) {
        buffer[lengthAt] = to - lengthAt - 1;
        this.#length = to;
        return at + 1;
      }
      if (byte === backslash) break;
      buffer[to++] = byte;
    }
    return this.#longJsonText(json, start);
  }

  #longJsonText(json: Buffer, start: number): number {
    const end = endOfString(json, start);
    const content = json.subarray(start + 1, end - 1);
    if (content.includes(backslash)) this.text(JSON.parse(json.toString("utf8", start, end)) as string);
    else this.bytes(content);
    return end;
  }

  /** Writes bytes with their length. */
  bytes(value: Uint8Array): void {
    this.#varint(value.length);
    this.raw(value);
  }

  /** Writes bytes without their length. */
  raw(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
  }

  /** Writes a few bytes without their length. Faster than `raw` for less than 20. */
  few(value: Uint8Array): void {
    this.#reserve(value.length);
    for (let index = 0; index < value.length; index++) this.#buffer[this.#length++] = value[index] as number;
  }

  /** Number of bytes that were written. */
  get length(): number {
    return this.#length;
  }

  /** Discards all bytes after the first `length`. */
  truncate(length: number): void {
    this.#length = length;
  }

  /**
   * Copies parts of what was written, one after another, to the position `start`.
   * @param before what was written from `start` on
   * @param bounds start and end of each part, as positions in `before`
   */
  rewrite(start: number, before: Uint8Array, bounds: readonly number[]): void {
    let to = start;
    for (let index = 0; index < bounds.length; index += 2) {
      const from = bounds[index] as number;
      const end = bounds[index + 1] as number;
      if (end - from > shortTextMax) this.#buffer.set(before.subarray(from, end), to);
      else for (let at = from; at < end; at++) this.#buffer[to + at - from] = before[at] as number;
      to += end - from;
    }
  }

  /** Returns a copy of the bytes from `start` on. */
  copyFrom(start: number): Uint8Array {
    return Uint8Array.prototype.slice.call(this.#buffer, start, this.#length);
  }

  /** Discards everything that was written, so that the writer can be used again. */
  reset(): void {
    this.#length = 0;
    if (this.#buffer.length > keptBytesMax) this.#buffer = Buffer.allocUnsafeSlow(initialBytes);
  }

  /** Writes a message with its length. @param write writes its fields */
  message(write: () => void): void {
    const start = this.beginMessage();
    write();
    this.endMessage(start);
  }

  /**
   * Starts a message; `endMessage` ends it. Reserves one byte for its length, which is enough for most messages.
   * Returns the start of its fields.
   */
  beginMessage(): number {
    this.#reserve(1);
    return ++this.#length;
  }

  /** Ends a message and writes its length. @param start as returned by `beginMessage` */
  endMessage(start: number): void {
    const length = this.#length - start;
    this.#makeRoom(start, varintBytes(length) - 1);
    const end = this.#length;
    this.#length = start - 1;
    this.#varint(length);
    this.#length = end;
  }

  /** Returns a copy of the written bytes, in a separate buffer of this size. */
  copy(): Buffer {
    const copy = Buffer.allocUnsafeSlow(this.#length);
    this.#buffer.copy(copy, 0, 0, this.#length);
    return copy;
  }

  /** Returns the written bytes. The writer must not be used afterwards. */
  finish(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** @param value not negative */
  #varint(value: number): void {
    this.#reserve(varintBytesMax);
    if (value < 0x80) {
      this.#buffer[this.#length++] = value;
      return;
    }
    if (value < 0x4000) {
      this.#buffer[this.#length++] = (value & 0x7f) | 0x80;
      this.#buffer[this.#length++] = value >> 7;
      return;
    }
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#buffer[this.#length++] = (rest % 0x80) + 0x80;
    this.#buffer[this.#length++] = rest;
  }

  #longVarint(value: bigint): void {
    this.#reserve(varintBytesMax);
    let rest = value;
    for (; rest >= 0x80n; rest >>= 7n) this.#buffer[this.#length++] = Number(rest & 0x7fn) + 0x80;
    this.#buffer[this.#length++] = Number(rest);
  }

  /** Moves the bytes written since `start` back by `bytes`, to make room for a longer length. */
  #makeRoom(start: number, bytes: number): void {
    if (bytes === 0) return;
    this.#reserve(bytes);
    this.#buffer.copyWithin(start + bytes, start, this.#length);
    this.#length += bytes;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#length + bytes, this.#buffer.length * 2));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes++;
  return bytes;
}

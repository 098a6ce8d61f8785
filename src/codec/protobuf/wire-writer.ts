/** Writes protobuf messages from front to back into one buffer. */
import type { WireType } from "./wire-type.ts";

/** Maximum length of strings that `#asciiText` copies. Their length must fit one byte. */
const shortTextMax = 48;

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

  /** Returns the written bytes. The writer must not be used afterwards. */
  finish(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** @param value not negative */
  #varint(value: number): void {
    if (value < 0x80 && this.#length < this.#buffer.length) {
      this.#buffer[this.#length++] = value;
      return;
    }
    this.#reserve(varintBytes(value));
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#buffer[this.#length++] = (rest % 0x80) + 0x80;
    this.#buffer[this.#length++] = rest;
  }

  #longVarint(value: bigint): void {
    this.#reserve(10);
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

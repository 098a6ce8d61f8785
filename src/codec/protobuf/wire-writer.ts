/** Writes protobuf messages from front to back into one buffer. */
import type { WireType } from "./wire-type.ts";

/** Their length takes one byte. */
const shortTextMax = 48;

/** Most objects fit. */
const initialBytes = 4096;

export class WireWriter {
  #buffer = Buffer.allocUnsafe(initialBytes);
  #length = 0;

  tag(field: number, wireType: WireType): void {
    this.#varint(field * 8 + wireType);
  }

  boolean(value: boolean): void {
    this.#varint(value ? 1 : 0);
  }

  /** Integers of 32 and of 64 bits alike. */
  integer(value: number | bigint): void {
    if (typeof value === "number" && value >= 0) this.#varint(value);
    else this.#longVarint(BigInt.asUintN(64, BigInt(value)));
  }

  float64(value: number): void {
    this.#reserve(8);
    this.#length = this.#buffer.writeDoubleLE(value, this.#length);
  }

  text(value: string): void {
    if (value.length <= shortTextMax && this.#asciiText(value)) return;
    const bytes = Buffer.byteLength(value);
    this.#varint(bytes);
    this.#reserve(bytes);
    this.#length += this.#buffer.write(value, this.#length, "utf8");
  }

  /** Most texts are a few letters: to copy them here takes less time than to call what knows all of Unicode. */
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

  /** With their length in front. */
  bytes(value: Uint8Array): void {
    this.#varint(value.length);
    this.raw(value);
  }

  /** As they are. */
  raw(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
  }

  /** A message that `write` fills. */
  message(write: () => void): void {
    const start = this.beginMessage();
    write();
    this.endMessage(start);
  }

  /** What follows is in a message, up to `endMessage`. One byte is left for its length, which is enough for most. */
  beginMessage(): number {
    this.#reserve(1);
    return ++this.#length;
  }

  /** @param start what `beginMessage` returned */
  endMessage(start: number): void {
    const length = this.#length - start;
    this.#makeRoom(start, varintBytes(length) - 1);
    const end = this.#length;
    this.#length = start - 1;
    this.#varint(length);
    this.#length = end;
  }

  /** What has been written. The writer must not be used any more. */
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

  /** Moves what has been written since `start` up by so many bytes. */
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

/**
 * Reads protobuf messages field by field. Nothing outside the message at hand is ever read, whatever its lengths say;
 * fields are counted and messages within messages are limited, so that no input costs more than its size warrants.
 * The error texts are the reference's.
 */
import { isUtf8 } from "node:buffer";
import { DecodeError } from "../decode-error.ts";
import { type DecodeLimits, defaultDecodeLimits } from "../limits.ts";
import { type WireType, wireTypes } from "./wire-type.ts";

/** Of a varint, seven to a byte. */
const varintBits = 64;
const int32Max = 2 ** 31 - 1;
const replacementCharacter = "\ufffd";

export class WireReader {
  /** Number of the field whose value is next. */
  field = 0;
  /** How that value stands there: one of `wireTypes`, unless the input is broken. */
  wireType = 0;
  readonly #bytes: Buffer;
  readonly #limits: DecodeLimits;
  #at = 0;
  /** Where the message at hand begins. */
  #start = 0;
  /** Where the message at hand ends. */
  #end: number;
  #depth = 0;
  /** Fields and elements of packed fields, so far. */
  #count = 0;
  /** The halves of the varint that was read last. */
  #low = 0;
  #high = 0;
  /** Bytes behind entries of maps that were read as part of an entry, and are read again. */
  #rereadBytes = 0;

  /** @param limits `keysMax` bounds the fields of all messages together */
  constructor(bytes: Buffer, limits: DecodeLimits = defaultDecodeLimits) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#end = bytes.length;
  }

  /** What is left of the limits, for a reader of something else inside. */
  get remainingLimits(): DecodeLimits {
    const { depthMax, keysMax } = this.#limits;
    return { depthMax: depthMax - this.#depth, keysMax: keysMax - this.#count };
  }

  /** Goes on to the next field of the message; false at its end. The field's value must be read or skipped. */
  next(): boolean {
    if (this.#at === this.#end) return false;
    this.#tag();
    if (this.wireType === wireTypes.endGroup) throw broken("wiretype end group for non-group");
    if (this.field <= 0) throw broken(`illegal tag ${this.field} (wire type ${this.#unsigned()})`);
    return true;
  }

  /** Counts what was read towards the limit. */
  count(parts: number): void {
    this.#count += parts;
    const { keysMax } = this.#limits;
    if (this.#count > keysMax) throw new DecodeError("limit", `exceeded max number of fields of ${keysMax}`);
  }

  /** @throws DecodeError when the next value does not stand there as `wireType` */
  expect(wireType: WireType, fieldName: string): void {
    if (this.wireType !== wireType) throw broken(`wrong wireType = ${this.wireType} for field ${fieldName}`);
  }

  /** What has more bits is cut off. */
  int32(): number {
    this.#varint();
    return this.#low | 0;
  }

  /** A bigint only beyond ±(2^53 - 1). */
  int64(): number | bigint {
    this.#varint();
    const value = this.#high * 2 ** 32 + (this.#low >>> 0);
    if (Number.isSafeInteger(value)) return value;
    return (BigInt(this.#high) << 32n) | BigInt(this.#low >>> 0);
  }

  boolean(): boolean {
    this.#varint();
    return this.#low !== 0 || this.#high !== 0;
  }

  float64(): number {
    const start = this.#at;
    this.#advance(8);
    return this.#bytes.readDoubleLE(start);
  }

  /** @throws DecodeError when the bytes are not UTF-8; the reference takes them as they are */
  text(): string {
    const length = this.#length();
    const start = this.#at;
    this.#advance(length);
    const text = this.#bytes.toString("utf8", start, this.#at);
    if (text.includes(replacementCharacter) && !isUtf8(this.#bytes.subarray(start, this.#at))) {
      throw new DecodeError("encoding", "invalid UTF-8 in protobuf input");
    }
    return text;
  }

  /** A view, not a copy. */
  bytes(): Buffer {
    const length = this.#length();
    const start = this.#at;
    this.#advance(length);
    return this.#bytes.subarray(start, this.#at);
  }

  /** @param read must go on to the end of the message */
  message(read: () => void): void {
    const end = this.#endOfPart();
    if (this.#depth >= this.#limits.depthMax) throw new DecodeError("limit", "exceeded max depth");
    const [outerStart, outerEnd] = [this.#start, this.#end];
    this.#start = this.#at;
    this.#end = end;
    this.#depth++;
    read();
    this.#depth--;
    this.#start = outerStart;
    this.#end = outerEnd;
  }

  /** Calls `read` for each element of a packed field. As in the reference, the last one may reach beyond the field. */
  packed(read: () => void): void {
    for (const end = this.#endOfPart(); this.#at < end; this.count(1)) read();
  }

  /**
   * Reads an entry of a map. As in the reference, key and value may have any wire type and may reach beyond the entry. The
   * bytes behind the entry are then read again.
   * @param read reads the value of the reader's field; false leaves it to be skipped
   */
  entry(read: () => boolean): void {
    const end = this.#endOfPart();
    while (this.#at < end) {
      this.#tag();
      if (read()) continue;
      this.skip();
      if (this.#at > end) throw truncated();
    }
    this.#rereadBytes += this.#at - end;
    // Reading again must not cost more than reading.
    if (this.#rereadBytes > this.#bytes.length) throw truncated();
    this.#at = end;
  }

  skip(): void {
    if (this.wireType === wireTypes.startGroup) this.#skipGroup();
    else this.#skipValue(this.wireType);
  }

  #tag(): void {
    this.count(1);
    this.#varint();
    this.field = (this.#high << 29) | (this.#low >>> 3);
    this.wireType = this.#low & 7;
  }

  /** Returns where a part of the message ends whose length is next. */
  #endOfPart(): number {
    const length = this.#length();
    if (length > this.#end - this.#at) throw truncated();
    return this.#at + length;
  }

  /** The varint that was read last. */
  #unsigned(): bigint {
    return (BigInt(this.#high >>> 0) << 32n) | BigInt(this.#low >>> 0);
  }

  /** Groups are of no use any more, but may be passed over, with groups inside them. */
  #skipGroup(): void {
    for (let open = 1; open > 0; ) {
      this.#varint();
      const wireType = this.#low & 7;
      if (wireType === wireTypes.startGroup) open++;
      else if (wireType === wireTypes.endGroup) open--;
      else this.#skipValue(wireType);
    }
  }

  #skipValue(wireType: number): void {
    switch (wireType) {
      case wireTypes.varint:
        this.#varint();
        break;
      case wireTypes.fixed64:
        this.#advance(8);
        break;
      case wireTypes.lengthDelimited:
        this.#advance(this.#length());
        break;
      case wireTypes.fixed32:
        this.#advance(4);
        break;
      case wireTypes.endGroup:
        throw broken("unexpected end of group");
      default:
        throw broken(`illegal wireType ${wireType}`);
    }
  }

  #length(): number {
    this.#varint();
    if (this.#high === 0) return this.#low >>> 0;
    if (this.#high < 0 || this.#isEndNegative()) throw broken("negative length found during unmarshaling");
    throw truncated();
  }

  /** Whether the end of a part of this length, counted from the start of the message, overflows an int64. */
  #isEndNegative(): boolean {
    return this.#high === int32Max && (this.#low >>> 0) + this.#at - this.#start >= 2 ** 32;
  }

  #advance(bytes: number): void {
    if (bytes > this.#end - this.#at) throw truncated();
    this.#at += bytes;
  }

  #varint(): void {
    if (this.#at === this.#end) throw truncated();
    const first = this.#bytes[this.#at++] as number;
    this.#low = first & 0x7f;
    this.#high = 0;
    if (first >= 0x80) this.#varintRest();
  }

  #varintRest(): void {
    for (let shift = 7; shift < varintBits; shift += 7) {
      if (this.#at === this.#end) throw truncated();
      const byte = this.#bytes[this.#at++] as number;
      this.#addBits(byte & 0x7f, shift);
      if (byte < 0x80) return;
    }
    throw broken("integer overflow");
  }

  /** Puts seven bits at `shift` of the 64; what does not fit is cut off. */
  #addBits(bits: number, shift: number): void {
    if (shift < 32) this.#low |= bits << shift;
    if (shift >= 32) this.#high |= bits << (shift - 32);
    else if (shift > 25) this.#high |= bits >>> (32 - shift);
  }
}

function broken(what: string): DecodeError {
  return new DecodeError("syntax", `proto: ${what}`);
}

function truncated(): DecodeError {
  return new DecodeError("syntax", "unexpected EOF");
}

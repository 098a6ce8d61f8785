/**
 * Reads protobuf messages field by field. It never reads beyond the current message, even if a length says so. Fields
 * are counted and nesting is limited, so that the cost of any input is proportional to its size. The error messages are
 * the reference's.
 */
import { isUtf8 } from "node:buffer";
import { DecodeError } from "../decode-error.ts";
import { type DecodeLimits, defaultDecodeLimits } from "../limits.ts";
import { type WireType, wireTypes } from "./wire-type.ts";

/** Number of bits in a varint. Each byte contains seven. */
const varintBits = 64;
const int32Max = 2 ** 31 - 1;
const replacementCharacter = "\ufffd";

/** Reads the fields of a protobuf message and of the messages inside it. */
export class WireReader {
  /** Number of the field whose value is next. */
  field = 0;
  /** Encoding of that value: one of `wireTypes`, unless the input is malformed. */
  wireType = 0;
  readonly #bytes: Buffer;
  readonly #limits: DecodeLimits;
  #at = 0;
  /** Start of the current message. */
  #start = 0;
  /** End of the current message. */
  #end: number;
  #depth = 0;
  /** Number of fields, and of elements of packed fields, that were read. */
  #count = 0;
  /** The low and high 32 bits of the varint that was read last. */
  #low = 0;
  #high = 0;
  /** Total number of bytes that were read beyond the ends of map entries, and that will be read again. */
  #rereadBytes = 0;

  /** @param limits `keysMax` limits the fields of all messages together */
  constructor(bytes: Buffer, limits: DecodeLimits = defaultDecodeLimits) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#end = bytes.length;
  }

  /** The remaining limits, for a reader of embedded data. */
  get remainingLimits(): DecodeLimits {
    const { depthMax, keysMax } = this.#limits;
    return { depthMax: depthMax - this.#depth, keysMax: keysMax - this.#count };
  }

  /**
   * Moves to the next field of the message. Returns false at its end. The field's value must then be read or skipped.
   */
  next(): boolean {
    if (this.#at === this.#end) return false;
    this.#tag();
    if (this.wireType === wireTypes.endGroup) throw malformedMessage("wiretype end group for non-group");
    if (this.field <= 0) throw malformedMessage(`illegal tag ${this.field} (wire type ${this.#unsigned()})`);
    return true;
  }

  /** Counts parts that were read. @throws DecodeError if the limit is exceeded */
  count(parts: number): void {
    this.#count += parts;
    const { keysMax } = this.#limits;
    if (this.#count > keysMax) throw new DecodeError("limit", `exceeded max number of fields of ${keysMax}`);
  }

  /** Checks the encoding of the next value. @throws DecodeError if it is not `wireType` */
  expect(wireType: WireType, fieldName: string): void {
    if (this.wireType !== wireType) throw malformedMessage(`wrong wireType = ${this.wireType} for field ${fieldName}`);
  }

  /** Returns the low 32 bits of a varint, as a signed integer. */
  int32(): number {
    this.#varint();
    return this.#low | 0;
  }

  /** Returns a signed integer of 64 bits. It is a bigint only beyond ±(2^53 - 1). */
  int64(): number | bigint {
    this.#varint();
    const value = this.#high * 2 ** 32 + (this.#low >>> 0);
    if (Number.isSafeInteger(value)) return value;
    return (BigInt(this.#high) << 32n) | BigInt(this.#low >>> 0);
  }

  /** Returns whether a varint is not zero. */
  boolean(): boolean {
    this.#varint();
    return this.#low !== 0 || this.#high !== 0;
  }

  /** Returns a floating point number of 64 bits. */
  float64(): number {
    const start = this.#at;
    this.#advance(8);
    return this.#bytes.readDoubleLE(start);
  }

  /** Returns a string. @throws DecodeError if the bytes are not UTF-8; the reference accepts any bytes */
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

  /** Returns the bytes of the value as a view, not a copy. */
  bytes(): Buffer {
    const length = this.#length();
    const start = this.#at;
    this.#advance(length);
    return this.#bytes.subarray(start, this.#at);
  }

  /** Reads a message. @param read must read to the end of the message */
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

  /**
   * Calls `read` for each element of a packed field. As in the reference, the last element may extend beyond the field.
   */
  packed(read: () => void): void {
    for (const end = this.#endOfPart(); this.#at < end; this.count(1)) read();
  }

  /**
   * Reads an entry of a map. As in the reference, key and value may have any wire type and may extend beyond the entry.
   * The bytes beyond the entry are then read again.
   * @param read reads the value of the current field; returns false if the field must be skipped
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
    // Limits the bytes that are read again, so that they at most double the cost.
    if (this.#rereadBytes > this.#bytes.length) throw truncated();
    this.#at = end;
  }

  /** Skips the value of the current field. */
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

  /** Reads a length, and returns the position at which the part of this length ends. */
  #endOfPart(): number {
    const length = this.#length();
    if (length > this.#end - this.#at) throw truncated();
    return this.#at + length;
  }

  /** The varint that was read last, as an unsigned integer. */
  #unsigned(): bigint {
    return (BigInt(this.#high >>> 0) << 32n) | BigInt(this.#low >>> 0);
  }

  /** Skips a group and the groups inside it. Groups are obsolete, but allowed in unknown fields. */
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
        throw malformedMessage("unexpected end of group");
      default:
        throw malformedMessage(`illegal wireType ${wireType}`);
    }
  }

  #length(): number {
    this.#varint();
    if (this.#high === 0) return this.#low >>> 0;
    if (this.#high < 0 || this.#isEndNegative()) throw malformedMessage("negative length found during unmarshaling");
    throw truncated();
  }

  /** Whether the end of a part of this length, relative to the start of the message, overflows an int64. */
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
    throw malformedMessage("integer overflow");
  }

  /** Sets seven bits of the 64 at `shift`. Bits beyond the 64 are cut off. */
  #addBits(bits: number, shift: number): void {
    if (shift < 32) this.#low |= bits << shift;
    if (shift >= 32) this.#high |= bits << (shift - 32);
    else if (shift > 25) this.#high |= bits >>> (32 - shift);
  }
}

function malformedMessage(what: string): DecodeError {
  return new DecodeError("syntax", `proto: ${what}`);
}

function truncated(): DecodeError {
  return new DecodeError("syntax", "unexpected EOF");
}

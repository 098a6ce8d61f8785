/**
 * Checks that a document is one well-formed item within the limits, before anything is allocated for it. Messages are
 * those of the reference.
 */
import { DecodeError } from "../decode-error.ts";
import { halfToNumber } from "./half-float.ts";
import { breakByte, infos, majorTypes, tags, typeName } from "./item-types.ts";
import type { CborLimits } from "./limits.ts";

/** Lengths from here on do not fit Go's `int`. */
const goIntSize = 2n ** 63n;

/**
 * Checks a whole document. @returns the number of pairs in all maps
 * @throws DecodeError
 */
export function checkWellFormed(bytes: Buffer, limits: CborLimits): number {
  if (bytes.length === 0) throw syntaxError("EOF");
  const check = new WellFormedCheck(bytes, limits);
  check.item(0);
  const rest = bytes.length - check.at;
  if (rest > 0) throw syntaxError(`cbor: ${rest} bytes of extraneous data starting at index ${check.at}`);
  return check.keys;
}

class WellFormedCheck {
  at = 0;
  keys = 0;
  readonly #bytes: Buffer;
  readonly #limits: CborLimits;
  #major = 0;
  #info = 0;
  #argument = 0;

  constructor(bytes: Buffer, limits: CborLimits) {
    this.#bytes = bytes;
    this.#limits = limits;
  }

  /** Checks an item. @param depth of the containers around it */
  item(depth: number): void {
    this.#head();
    switch (this.#major) {
      case majorTypes.byteString:
      case majorTypes.textString:
        if (this.#info === infos.indefinite) this.#chunks(this.#major);
        else this.#skipString();
        return;
      case majorTypes.array:
        this.#array(this.#enter(depth));
        return;
      case majorTypes.map:
        this.#map(this.#enter(depth));
        return;
      case majorTypes.tag:
        this.#tags(depth);
        return;
    }
  }

  #array(depth: number): void {
    const { arrayItemsMax } = this.#limits;
    const excess = (): Error => limitError(`cbor: exceeded max number of elements ${arrayItemsMax} for CBOR array`);
    if (this.#info === infos.indefinite) {
      for (let count = 0; !this.#atBreak(); ) {
        this.item(depth);
        if (++count > arrayItemsMax) throw excess();
      }
      return;
    }
    const count = this.#length(true);
    if (count > arrayItemsMax) throw excess();
    for (let index = 0; index < count; index++) this.item(depth);
  }

  #map(depth: number): void {
    const { mapPairsMax } = this.#limits;
    const excess = (): Error => limitError(`cbor: exceeded max number of key-value pairs ${mapPairsMax} for CBOR map`);
    if (this.#info === infos.indefinite) {
      for (let count = 0; !this.#atBreak(); ) {
        this.item(depth);
        if (this.#bytes[this.at] === breakByte) throw syntaxError('cbor: unexpected "break" code');
        this.item(depth);
        this.#countKeys(1);
        if (++count > mapPairsMax) throw excess();
      }
      return;
    }
    const count = this.#length(true);
    if (count > mapPairsMax) throw excess();
    this.#countKeys(count);
    for (let index = 0; index < count; index++) {
      this.item(depth);
      this.item(depth);
    }
  }

  #countKeys(count: number): void {
    this.keys += count;
    if (this.keys > this.#limits.keysMax) throw limitError(`exceeded max number of keys ${this.#limits.keysMax}`);
  }

  #enter(depth: number): number {
    const { depthMax } = this.#limits;
    if (depth >= depthMax) throw limitError(`cbor: exceeded max nested level ${depthMax}`);
    return depth + 1;
  }

  #tags(depth: number): void {
    let inner = depth;
    for (;;) {
      if (this.at === this.#bytes.length) throw unexpectedEnd();
      if (this.#argument === tags.positiveBignum || this.#argument === tags.negativeBignum) {
        throw unacceptable(majorTypes.tag, "bignum");
      }
      if ((this.#bytes[this.at] ?? 0) >> 5 !== majorTypes.tag) break;
      this.#head();
      inner = this.#enter(inner);
    }
    this.item(inner);
  }

  /** Checks the chunks of a string of indefinite length. */
  #chunks(major: number): void {
    while (!this.#atBreak()) {
      const first = this.#bytes[this.at] ?? 0;
      const name = typeName(major);
      if (first >> 5 !== major) {
        throw syntaxError(`cbor: wrong element type ${typeName(first >> 5)} for indefinite-length ${name}`);
      }
      if ((first & 0x1f) === infos.indefinite) {
        throw syntaxError(`cbor: indefinite-length ${name} chunk is not definite-length`);
      }
      this.#head();
      this.#skipString();
    }
  }

  #skipString(): void {
    const length = this.#length(false);
    if (this.#bytes.length - this.at < length) throw unexpectedEnd();
    this.at += length;
  }

  /** Returns the argument as a length. */
  #length(isContainer: boolean): number {
    if (this.#argument <= Number.MAX_SAFE_INTEGER) return this.#argument;
    const length = this.#bytes.readBigUInt64BE(this.at - 8);
    if (length < goIntSize) return this.#argument;
    const consequence = isContainer ? "it would cause integer overflow" : "causing integer overflow";
    throw syntaxError(`cbor: ${typeName(this.#major)} length ${length} is too large, ${consequence}`);
  }

  #atBreak(): boolean {
    if (this.at === this.#bytes.length) throw unexpectedEnd();
    if (this.#bytes[this.at] !== breakByte) return false;
    this.at++;
    return true;
  }

  #head(): void {
    const first = this.#bytes[this.at];
    if (first === undefined) throw unexpectedEnd();
    this.at++;
    this.#major = first >> 5;
    this.#info = first & 0x1f;
    switch (this.#info) {
      case infos.oneByte:
        this.#argument = this.#bytes.readUInt8(this.#advance(1));
        if (this.#major === majorTypes.primitive && this.#argument < 32) {
          throw syntaxError(`cbor: invalid simple value ${this.#argument} for type primitives`);
        }
        return;
      case infos.twoBytes:
        this.#argument = this.#bytes.readUInt16BE(this.#advance(2));
        if (this.#major === majorTypes.primitive) requireFinite(halfToNumber(this.#argument));
        return;
      case infos.fourBytes: {
        const start = this.#advance(4);
        this.#argument = this.#bytes.readUInt32BE(start);
        if (this.#major === majorTypes.primitive) requireFinite(this.#bytes.readFloatBE(start));
        return;
      }
      case infos.eightBytes: {
        const start = this.#advance(8);
        this.#argument = this.#bytes.readUInt32BE(start) * 0x1_0000_0000 + this.#bytes.readUInt32BE(start + 4);
        if (this.#major === majorTypes.primitive) requireFinite(this.#bytes.readDoubleBE(start));
        return;
      }
      case infos.indefinite:
        if (this.#major === majorTypes.primitive) throw syntaxError('cbor: unexpected "break" code');
        if (this.#major >= majorTypes.byteString && this.#major <= majorTypes.map) return;
        throw invalidInfo(this.#info, this.#major);
      default:
        if (this.#info > infos.eightBytes) throw invalidInfo(this.#info, this.#major);
        this.#argument = this.#info;
    }
  }

  /** Returns the position of an argument, and moves behind it. */
  #advance(length: number): number {
    const start = this.at;
    if (this.#bytes.length - start < length) throw unexpectedEnd();
    this.at += length;
    return start;
  }
}

function requireFinite(value: number): void {
  if (Number.isNaN(value)) throw unacceptable(majorTypes.primitive, "floating-point NaN");
  if (!Number.isFinite(value)) throw unacceptable(majorTypes.primitive, "floating-point infinity");
}

/** Returns the error for an item that has no counterpart in JSON. */
export function unacceptable(major: number, what: string): DecodeError {
  const message = `cbor: data item of cbor type ${typeName(major)} is not accepted by protocol: ${what}`;
  return new DecodeError("value", message);
}

function invalidInfo(info: number, major: number): DecodeError {
  return syntaxError(`cbor: invalid additional information ${info} for type ${typeName(major)}`);
}

function unexpectedEnd(): DecodeError {
  return syntaxError("unexpected EOF");
}

function syntaxError(message: string): DecodeError {
  return new DecodeError("syntax", message);
}

function limitError(message: string): DecodeError {
  return new DecodeError("limit", message);
}

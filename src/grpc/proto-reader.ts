/**
 * Reads protobuf messages. It checks every length, because the bytes come from the network. Unknown fields are skipped,
 * so that later releases may add some.
 */

/** Thrown for bytes that are not a valid message. */
export class MalformedMessage extends Error {
  override readonly name = "MalformedMessage";
}

/** The value of a field: a number for integers, bytes for texts and messages. Other kinds are skipped. */
export type ProtoValue = number | Buffer;

const fixed64Bytes = 8;
const fixed32Bytes = 4;
const varintBytesMax = 10;

/** Calls `visit` for each field of a message. */
export function readFields(message: Buffer, visit: (field: number, value: ProtoValue) => void): void {
  const reader = new ProtoReader(message);
  while (!reader.isAtEnd) reader.readField(visit);
}

class ProtoReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  readField(visit: (field: number, value: ProtoValue) => void): void {
    const tag = this.#varint();
    const field = Math.floor(tag / 8);
    switch (tag % 8) {
      case 0:
        visit(field, this.#varint());
        break;
      case 1:
        this.#take(fixed64Bytes);
        break;
      case 2:
        visit(field, this.#take(this.#varint()));
        break;
      case 5:
        this.#take(fixed32Bytes);
        break;
      default:
        throw new MalformedMessage(`wire type ${tag % 8} is unknown`);
    }
  }

  #take(count: number): Buffer {
    const end = this.#offset + count;
    if (count < 0 || end > this.#bytes.length) throw new MalformedMessage("a field is longer than its message");
    const taken = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return taken;
  }

  /**
   * Reads an integer of 64 bits. Negative ones are -1 at most, and are read exactly. Identifiers above 2^53 lose digits;
   * no caller reads such a field.
   */
  #varint(): number {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < varintBytesMax; count++) {
      const byte = this.#bytes[this.#offset++];
      if (byte === undefined) throw new MalformedMessage("a number is cut off");
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value >= 2 ** 63 ? signed(this.#bytes.subarray(this.#offset - count - 1)) : value;
      scale *= 0x80;
    }
    throw new MalformedMessage("a number has more than 64 bits");
  }
}

/** Returns the number that a varint of ten bytes encodes in two's complement. */
function signed(bytes: Buffer): number {
  let value = 0n;
  for (let index = 0; index < varintBytesMax; index++) value |= BigInt((bytes[index] ?? 0) & 0x7f) << BigInt(7 * index);
  return Number(BigInt.asIntN(64, value));
}

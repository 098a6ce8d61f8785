/**
 * Writes protobuf messages. A field with the default value (0, false, empty) is omitted, as proto3 demands. Values are
 * copied only once, when the whole message is finished.
 */
import { assert } from "../base/assert.ts";

/** How the bytes of a field are framed. */
const wireType = { varint: 0, fixed64: 1, bytes: 2 } as const;

/** The fields of one message. */
export class ProtoWriter {
  readonly #chunks: Uint8Array[] = [];
  #byteLength = 0;

  /** Adds an integer that is not negative. */
  integer(field: number, value: number): this {
    return value === 0 ? this : this.#append(varints(field * 8 + wireType.varint, value));
  }

  boolean(field: number, value: boolean): this {
    return this.integer(field, value ? 1 : 0);
  }

  text(field: number, value: string): this {
    return this.bytes(field, Buffer.from(value));
  }

  bytes(field: number, value: Uint8Array): this {
    if (value.length === 0) return this;
    return this.#append(varints(field * 8 + wireType.bytes, value.length)).#append(value);
  }

  /** Adds bytes even if there are none, because their presence has a meaning. */
  presentBytes(field: number, value: Uint8Array): this {
    return this.#append(varints(field * 8 + wireType.bytes, value.length)).#append(value);
  }

  /** Adds an integer that is not negative, even if it is 0. */
  presentInteger(field: number, value: number): this {
    return this.#append(varints(field * 8 + wireType.varint, value));
  }

  /** Adds an integer of fixed size that is not negative. */
  fixed64(field: number, value: bigint): this {
    const bytes = Buffer.alloc(9);
    bytes[0] = field * 8 + wireType.fixed64;
    bytes.writeBigUInt64LE(value, 1);
    return this.#append(bytes);
  }

  /** Adds a message. An empty message is written too, because its presence has a meaning. */
  message(field: number, value: ProtoWriter): this {
    this.#append(varints(field * 8 + wireType.bytes, value.#byteLength));
    for (const chunk of value.#chunks) this.#append(chunk);
    return this;
  }

  /** Adds the elements of a repeated field of messages. */
  messages<T>(field: number, values: readonly T[], write: (value: T) => ProtoWriter): this {
    for (const value of values) this.message(field, write(value));
    return this;
  }

  finish(): Buffer {
    return Buffer.concat(this.#chunks, this.#byteLength);
  }

  #append(chunk: Uint8Array): this {
    this.#chunks.push(chunk);
    this.#byteLength += chunk.length;
    return this;
  }
}

/** Encodes two integers, one after the other. */
function varints(first: number, second: number): Uint8Array {
  const bytes: number[] = [];
  for (const value of [first, second]) appendVarint(bytes, value);
  return Uint8Array.from(bytes);
}

function appendVarint(bytes: number[], value: number): void {
  assert(Number.isSafeInteger(value) && value >= 0, "only integers from 0 to 2^53 are sent");
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  bytes.push(rest);
}

/** Writes protobuf messages. Values that are the zero of their type are left out, as in proto3. */

const bytesMin = 64 * 1024;
const lengthDelimited = 2;
const varint = 0;

export class ProtobufWriter {
  #buffer = Buffer.allocUnsafeSlow(bytesMin);
  #length = 0;

  text(field: number, value: string): void {
    if (value !== "") this.element(field, value);
  }

  /** A text of a repeated field or a map's key, which is written however empty. */
  element(field: number, value: string): void {
    const bytes = Buffer.byteLength(value);
    this.#tag(field, lengthDelimited);
    this.#varint(bytes);
    this.#reserve(bytes);
    this.#length += this.#buffer.write(value, this.#length, "utf8");
  }

  boolean(field: number, value: boolean): void {
    if (!value) return;
    this.#tag(field, varint);
    this.#varint(1);
  }

  /** A message that is written already. */
  bytes(field: number, value: Buffer): void {
    this.#tag(field, lengthDelimited);
    this.#varint(value.length);
    this.#reserve(value.length);
    this.#length += value.copy(this.#buffer, this.#length);
  }

  /** A message that `write` fills. One byte is left for its length, which is enough for most. */
  message(field: number, write: () => void): void {
    this.#tag(field, lengthDelimited);
    this.#reserve(1);
    const start = ++this.#length;
    write();
    const length = this.#length - start;
    this.#makeRoom(start, varintBytes(length) - 1);
    const end = this.#length;
    this.#length = start - 1;
    this.#varint(length);
    this.#length = end;
  }

  /** What has been written. The writer must not be used any more. */
  finish(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#length));
  }

  #tag(field: number, wireType: number): void {
    this.#varint(field * 8 + wireType);
  }

  /** @param value not negative */
  #varint(value: number): void {
    this.#reserve(varintBytes(value));
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#buffer[this.#length++] = (rest % 0x80) + 0x80;
    this.#buffer[this.#length++] = rest;
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

/** Writes protobuf messages field by field. As in proto3, zero values are omitted unless a method says otherwise. */
import { WireWriter, wireTypes } from "../../codec/index.ts";

/** Writer of one protobuf message. */
export class ProtobufWriter {
  readonly #wire = new WireWriter();

  /** Writes a string, unless it is empty. */
  text(field: number, value: string): void {
    if (value !== "") this.element(field, value);
  }

  /** Writes a string of a repeated field, or the key of a map. Writes an empty string too. */
  element(field: number, value: string): void {
    this.#wire.tag(field, wireTypes.lengthDelimited);
    this.#wire.text(value);
  }

  /** Writes a boolean, unless it is false. */
  boolean(field: number, value: boolean): void {
    if (!value) return;
    this.#wire.tag(field, wireTypes.varint);
    this.#wire.boolean(value);
  }

  /** Writes an integer, unless it is 0. */
  integer(field: number, value: number | bigint): void {
    if (value === 0 || value === 0n) return;
    this.#wire.tag(field, wireTypes.varint);
    this.#wire.integer(value);
  }

  /** Writes a number as a double, unless it is 0. */
  double(field: number, value: number): void {
    if (value !== 0) this.numberChoice(field, value);
  }

  /** Writes a boolean of a `oneof`. Writes false too. */
  booleanChoice(field: number, value: boolean): void {
    this.#wire.tag(field, wireTypes.varint);
    this.#wire.boolean(value);
  }

  /** Writes a number of a `oneof`, as a double. Writes 0 too. */
  numberChoice(field: number, value: number): void {
    this.#wire.tag(field, wireTypes.fixed64);
    this.#wire.float64(value);
  }

  /** Writes the beginning of a message. Its bytes must follow. */
  messageStart(field: number, length: number): void {
    this.#wire.tag(field, wireTypes.lengthDelimited);
    this.#wire.integer(length);
  }

  /** Writes a message whose fields are written by `write`. */
  message(field: number, write: () => void): void {
    this.#wire.tag(field, wireTypes.lengthDelimited);
    this.#wire.message(write);
  }

  /** Returns the encoded message. The writer must not be used afterwards. */
  finish(): Buffer {
    return Buffer.from(this.#wire.finish());
  }
}

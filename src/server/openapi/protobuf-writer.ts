/** Writes protobuf messages field by field. Values that are the zero of their type are left out, as in proto3. */
import { WireWriter, wireTypes } from "../../codec/index.ts";

export class ProtobufWriter {
  readonly #wire = new WireWriter();

  text(field: number, value: string): void {
    if (value !== "") this.element(field, value);
  }

  /** A text of a repeated field or a map's key, which is written however empty. */
  element(field: number, value: string): void {
    this.#wire.tag(field, wireTypes.lengthDelimited);
    this.#wire.text(value);
  }

  boolean(field: number, value: boolean): void {
    if (!value) return;
    this.#wire.tag(field, wireTypes.varint);
    this.#wire.boolean(value);
  }

  /** A boolean of a field that is one of several: it is written also where it is false. */
  booleanChoice(field: number, value: boolean): void {
    this.#wire.tag(field, wireTypes.varint);
    this.#wire.boolean(value);
  }

  /** A number of a field that is one of several: it is written also where it is 0. */
  numberChoice(field: number, value: number): void {
    this.#wire.tag(field, wireTypes.fixed64);
    this.#wire.float64(value);
  }

  /** A message that is written already. */
  bytes(field: number, value: Buffer): void {
    this.#wire.tag(field, wireTypes.lengthDelimited);
    this.#wire.bytes(value);
  }

  /** A message that `write` fills. */
  message(field: number, write: () => void): void {
    this.#wire.tag(field, wireTypes.lengthDelimited);
    this.#wire.message(write);
  }

  /** What has been written. The writer must not be used any more. */
  finish(): Buffer {
    return Buffer.from(this.#wire.finish());
  }
}

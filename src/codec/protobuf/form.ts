/**
 * Describes how values are encoded in protobuf, for reading and for writing. A Form belongs to a type. A FieldForm puts
 * a value into a message under a field number. The values are JSON data, so that the decoder compiled from the schema
 * can read them.
 */

import type { JsonObject } from "../../base/json-object.ts";
import type { WireReader } from "./wire-reader.ts";
import type { WireType } from "./wire-type.ts";
import type { WireWriter } from "./wire-writer.ts";

/** Encoding of the values of one type. */
export interface Form<T = unknown> {
  readonly wireType: WireType;
  /** Returns the value of an unset field. */
  zero(): T;
  /**
   * Returns the next value.
   * @param before the value that was already read for the same field; a message is merged into it
   */
  read(reader: WireReader, before?: T): T;
  write(writer: WireWriter, value: T): void;
}

/** Encoding of one field of a message. */
export interface FieldForm {
  readonly number: number;
  /**
   * Reads the reader's current field into the member of `target`. Merges or appends if the member already has a value.
   */
  read(reader: WireReader, target: JsonObject): void;
  write(writer: WireWriter, source: JsonObject): void;
}

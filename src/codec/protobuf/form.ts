/**
 * How values stand in protobuf, in both directions. A form belongs to a type; a field form puts a form into a message,
 * under a number. The values are those of JSON, so that the one decoder of objects does the rest.
 */
import type { WireReader } from "./wire-reader.ts";
import type { WireType } from "./wire-type.ts";
import type { WireWriter } from "./wire-writer.ts";

export type JsonObject = Record<string, unknown>;

export interface Form<T = unknown> {
  readonly wireType: WireType;
  /** What a value is that was never given. */
  zero(): T;
  /** @param before what was read for the same field already; messages add to it */
  read(reader: WireReader, before?: T): T;
  write(writer: WireWriter, value: T): void;
}

export interface FieldForm {
  readonly number: number;
  /** Reads the reader's field, as far as it is this one, into its member of `target`. */
  read(reader: WireReader, target: JsonObject): void;
  write(writer: WireWriter, source: JsonObject): void;
}

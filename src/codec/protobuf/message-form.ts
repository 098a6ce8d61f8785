/**
 * Encoding of messages. Fields are read in any order and written in the order of their numbers. Unknown fields are
 * skipped.
 */
import type { JsonObject } from "../../base/json-object.ts";
import type { FieldForm, Form } from "./form.ts";
import type { WireReader } from "./wire-reader.ts";
import { wireTypes } from "./wire-type.ts";
import type { WireWriter } from "./wire-writer.ts";

interface Fields {
  readonly sortedFields: readonly FieldForm[];
  readonly byNumber: ReadonlyMap<number, FieldForm>;
}

/** Encoding of the messages of one type. */
export class MessageForm implements Form<JsonObject> {
  readonly wireType = wireTypes.lengthDelimited;
  readonly #listFields: () => readonly FieldForm[];
  #fieldIndex: Fields | undefined;

  /** @param list called on first use, because a message may contain itself */
  constructor(list: () => readonly FieldForm[]) {
    this.#listFields = list;
  }

  zero(): JsonObject {
    return {};
  }

  read(reader: WireReader, before: JsonObject = {}): JsonObject {
    reader.message(() => this.readFields(reader, before));
    return before;
  }

  write(writer: WireWriter, value: JsonObject): void {
    writer.message(() => this.writeFields(writer, value));
  }

  /** Reads all fields of the current message. */
  readFields(reader: WireReader, target: JsonObject): void {
    const { byNumber } = this.#fields();
    while (reader.next()) {
      const field = byNumber.get(reader.field);
      if (field) field.read(reader, target);
      else reader.skip();
    }
  }

  /** Writes all fields of a message, without its length. */
  writeFields(writer: WireWriter, source: JsonObject): void {
    for (const field of this.#fields().sortedFields) field.write(writer, source);
  }

  #fields(): Fields {
    this.#fieldIndex ??= indexFields(this.#listFields());
    return this.#fieldIndex;
  }
}

function indexFields(fields: readonly FieldForm[]): Fields {
  const sortedFields = [...fields].sort((left, right) => left.number - right.number);
  return { sortedFields, byNumber: new Map(sortedFields.map((field) => [field.number, field])) };
}

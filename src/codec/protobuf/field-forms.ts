/** Fields of messages: one value, several, a map, or the fields of a message that JSON writes inline. */
import { setOwn } from "../../base/own-property.ts";
import type { FieldForm, Form, JsonObject } from "./form.ts";
import { MessageForm } from "./message-form.ts";
import { textForm } from "./scalar-forms.ts";
import { wireTypes } from "./wire-type.ts";

/** A field's place in its message and its member in JSON. */
export interface FieldPlace {
  readonly number: number;
  readonly name: string;
}

/** @param writes `always`: an unset field as the zero of its type; `set`: only what there is */
export function single<T>({ number, name }: FieldPlace, form: Form<T>, writes: "always" | "set"): FieldForm {
  return {
    number,
    read: (reader, target) => {
      reader.expect(form.wireType, name);
      target[name] = form.read(reader, target[name] as T | undefined);
    },
    write: (writer, source) => {
      const value = (source[name] ?? undefined) as T | undefined;
      if (value === undefined && writes === "set") return;
      writer.tag(number, form.wireType);
      form.write(writer, value ?? form.zero());
    },
  };
}

/** Written one by one; a packed field is understood as well. */
export function repeated<T>({ number, name }: FieldPlace, form: Form<T>): FieldForm {
  return {
    number,
    read: (reader, target) => {
      const items = (target[name] ??= []) as T[];
      if (reader.wireType === wireTypes.lengthDelimited && form.wireType !== wireTypes.lengthDelimited) {
        reader.message(() => {
          for (; !reader.atEnd; reader.count(1)) items.push(form.read(reader));
        });
      } else {
        reader.expect(form.wireType, name);
        items.push(form.read(reader));
      }
    },
    write: (writer, source) => {
      for (const item of (source[name] ?? []) as Iterable<T | null>) {
        writer.tag(number, form.wireType);
        form.write(writer, item ?? form.zero());
      }
    },
  };
}

/** A message of key and value for each entry, in the order of the keys. */
export function mapped<T>({ number, name }: FieldPlace, form: Form<T>): FieldForm {
  const entry = new MessageForm(() => [
    single({ number: 1, name: "key" }, textForm, "always"),
    single({ number: 2, name: "value" }, form, "always"),
  ]);
  return {
    number,
    read: (reader, target) => {
      reader.expect(entry.wireType, name);
      const { key = "", value = form.zero() } = entry.read(reader) as { key?: string; value?: T };
      setOwn((target[name] ??= {}) as JsonObject, key, value);
    },
    write: (writer, source) => {
      const entries = (source[name] ?? {}) as JsonObject;
      for (const key of Object.keys(entries).sort()) {
        writer.tag(number, entry.wireType);
        entry.write(writer, { key, value: entries[key] });
      }
    },
  };
}

/** Reads into and writes from the members of the holder. */
export function inlined(number: number, message: MessageForm): FieldForm {
  return {
    number,
    read: (reader, target) => {
      reader.expect(message.wireType, `${number}`);
      message.read(reader, target);
    },
    write: (writer, source) => {
      writer.tag(number, message.wireType);
      message.write(writer, source);
    },
  };
}

/** Field forms: a single value, a repeated field, a map, or the fields of a message that JSON writes inline. */
import type { JsonObject } from "../../base/json-object.ts";
import { setOwn } from "../../base/own-property.ts";
import type { FieldForm, Form } from "./form.ts";
import { MessageForm } from "./message-form.ts";
import { textForm } from "./scalar-forms.ts";
import { wireTypes } from "./wire-type.ts";

/** Number of a field in its message, and its name in JSON. */
export interface FieldPlace {
  readonly number: number;
  readonly name: string;
}

/**
 * Returns the form of a field with one value.
 * @param writes `always`: an unset field is written as the zero value of its type; `set`: an unset field is not written
 */
export function singleField<T>({ number, name }: FieldPlace, form: Form<T>, writes: "always" | "set"): FieldForm {
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

/** Returns the form of a repeated field. It is written unpacked; a packed field can also be read. */
export function repeatedField<T>({ number, name }: FieldPlace, form: Form<T>): FieldForm {
  return {
    number,
    read: (reader, target) => {
      const items = (target[name] ??= []) as T[];
      if (reader.wireType === wireTypes.lengthDelimited && form.wireType !== wireTypes.lengthDelimited) {
        reader.packed(() => items.push(form.read(reader)));
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

/** Field numbers in an entry of a map. */
const keyNumber = 1;
const valueNumber = 2;

/**
 * Returns the form of a map: a message with key and value for each entry. Entries are written in the order of their
 * keys.
 */
export function mapField<T>({ number, name }: FieldPlace, form: Form<T>): FieldForm {
  const entry = new MessageForm(() => [
    singleField({ number: keyNumber, name: "key" }, textForm, "always"),
    singleField({ number: valueNumber, name: "value" }, form, "always"),
  ]);
  return {
    number,
    read: (reader, target) => {
      reader.expect(entry.wireType, name);
      const read: { key: string; value?: T } = { key: "" };
      reader.entry(() => {
        if (reader.field === keyNumber) read.key = textForm.read(reader);
        else if (reader.field === valueNumber) read.value = form.read(reader);
        else return false;
        return true;
      });
      setOwn((target[name] ??= {}) as JsonObject, read.key, read.value ?? form.zero());
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

/** Returns the form of a message whose fields are members of the containing object in JSON. */
export function inlineField(number: number, message: MessageForm): FieldForm {
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

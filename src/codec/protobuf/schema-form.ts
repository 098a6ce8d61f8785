/** Protobuf forms of schemas, built on first use and cached. */

import { unreachable } from "../../base/assert.ts";
import type { JsonObject } from "../../base/json-object.ts";
import type { Field, Schema, StructSchema, UnionMember, UnionSchema } from "../../schema/index.ts";
import { type FieldPlace, inlineField, mapField, repeatedField, singleField } from "./field-forms.ts";
import type { FieldForm, Form } from "./form.ts";
import { convertedForm, durationForm, intOrStringForm, quantityForm, rawForm, wrappedList } from "./known-forms.ts";
import { MessageForm } from "./message-form.ts";
import { base64Form, booleanForm, float64Form, int32Form, int64Form, textForm } from "./scalar-forms.ts";
import { microTimeForm, timeForm } from "./time-forms.ts";

const messages = new WeakMap<StructSchema, MessageForm>();

/** Returns the form of messages with this schema. */
export function messageFormOf(schema: StructSchema): MessageForm {
  let message = messages.get(schema);
  if (!message) {
    message = new MessageForm(() => fieldForms(schema));
    messages.set(schema, message);
  }
  return message;
}

/** Fields without a protobuf number, because the envelope contains them. */
export const typeMeta: readonly string[] = ["kind", "apiVersion"];

/**
 * Whether objects of the type can be encoded in protobuf. Custom types cannot, because their fields have no numbers.
 */
export function hasProtobufForm({ fields }: StructSchema): boolean {
  return fields.every(({ name, proto }) => proto > 0 || typeMeta.includes(name));
}

function fieldForms({ fields }: StructSchema): readonly FieldForm[] {
  return formsAt(
    0,
    fields.filter(({ proto }) => proto > 0),
  );
}

/** @param depth number of inline messages that contain these fields */
function formsAt(depth: number, fields: readonly Field[]): readonly FieldForm[] {
  const forms: FieldForm[] = [];
  const inline = new Map<number, Field[]>();
  for (const field of fields) {
    const number = field.protoWithin?.[depth];
    if (number === undefined) forms.push(fieldForm(field));
    else inline.set(number, [...(inline.get(number) ?? []), field]);
  }
  for (const [number, members] of inline) {
    forms.push(inlineField(number, new MessageForm(() => formsAt(depth + 1, members))));
  }
  return forms;
}

/** Returns the form of a field that is not in an inline message. */
export function fieldForm(field: Pick<Field, "name" | "proto" | "schema" | "presence">): FieldForm {
  const { name, proto, schema, presence } = field;
  const place: FieldPlace = { number: proto, name };
  if (schema.node === "list") {
    return schema.isMessage ? singleField(place, formOf(schema), "set") : repeatedField(place, formOf(schema.items));
  }
  if (schema.node === "map") return mapField(place, formOf(schema.values));
  const isPointer = presence === "pointer" || presence === "nullable";
  return singleField(place, formOf(schema), isPointer || schema.node === "bytes" ? "set" : "always");
}

/** Returns the form of a union: a message with a field for each form of the value. */
function unionForm({ object, other }: UnionSchema): Form {
  const fieldOf = ({ name, proto, schema }: UnionMember): FieldForm =>
    fieldForm({ name, proto, schema, presence: schema.node === "struct" ? "pointer" : "always" });
  const message = new MessageForm(() => [fieldOf(object), fieldOf(other)]);
  const isSwitch = other.schema.node === "boolean";
  return convertedForm(message, {
    zero: null,
    fromMessage: (members: JsonObject) => members[object.name] ?? members[other.name] ?? (isSwitch ? false : null),
    toMessage: (value) => {
      if (value === null) return {};
      if (Array.isArray(value) || typeof value !== "object") return { [other.name]: value };
      // An object also sets the boolean, because an object implies true.
      return { [object.name]: value, ...(isSwitch ? { [other.name]: true } : {}) };
    },
  });
}

/** Returns the form of the values of a schema. */
export function formOf(schema: Schema): Form {
  switch (schema.node) {
    case "struct":
      return messageFormOf(schema);
    case "text":
      return textForm;
    case "boolean":
      return booleanForm;
    case "integer":
      return schema.bits === 32 ? int32Form : int64Form;
    case "number":
      return float64Form;
    case "bytes":
      return base64Form;
    case "time":
      return timeForm;
    case "microTime":
      return microTimeForm;
    case "duration":
      return durationForm;
    case "quantity":
      return quantityForm;
    case "intOrString":
      return intOrStringForm;
    case "raw":
      return rawForm;
    case "list":
      return wrappedList(formOf(schema.items));
    case "union":
      return unionForm(schema);
    case "map":
      throw new TypeError("a map within a list or a map has no protobuf form");
    default:
      return unreachable(schema);
  }
}

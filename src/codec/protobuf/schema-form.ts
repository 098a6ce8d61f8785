/** The protobuf forms of schemas, made when they are first needed and kept. */
import { unreachable } from "../../base/assert.ts";
import type { Field, Schema, StructSchema } from "../../schema/index.ts";
import { type FieldPlace, inlined, mapped, repeated, single } from "./field-forms.ts";
import type { FieldForm, Form } from "./form.ts";
import { durationForm, intOrStringForm, quantityForm, rawForm, wrappedList } from "./known-forms.ts";
import { MessageForm } from "./message-form.ts";
import { base64Form, booleanForm, float64Form, int32Form, int64Form, textForm } from "./scalar-forms.ts";
import { microTimeForm, timeForm } from "./time-forms.ts";

const messages = new WeakMap<StructSchema, MessageForm>();

export function messageFormOf(schema: StructSchema): MessageForm {
  let message = messages.get(schema);
  if (!message) {
    message = new MessageForm(() => fieldForms(schema));
    messages.set(schema, message);
  }
  return message;
}

/** Kind and apiVersion have no field: the envelope carries them. */
const typeMeta: readonly string[] = ["kind", "apiVersion"];

/** Whether objects of the type can be written in protobuf: custom types have no field numbers. */
export function hasProtobufForm({ fields }: StructSchema): boolean {
  return fields.every(({ name, proto }) => proto > 0 || typeMeta.includes(name));
}

function fieldForms({ fields }: StructSchema): readonly FieldForm[] {
  return formsAt(
    0,
    fields.filter(({ proto }) => proto > 0),
  );
}

/** @param depth of how many embedded messages these are the fields */
function formsAt(depth: number, fields: readonly Field[]): readonly FieldForm[] {
  const forms: FieldForm[] = [];
  const inline = new Map<number, Field[]>();
  for (const field of fields) {
    const number = field.protoWithin?.[depth];
    if (number === undefined) forms.push(fieldForm(field));
    else inline.set(number, [...(inline.get(number) ?? []), field]);
  }
  for (const [number, members] of inline) {
    forms.push(inlined(number, new MessageForm(() => formsAt(depth + 1, members))));
  }
  return forms;
}

function fieldForm({ name, proto, schema, presence }: Field): FieldForm {
  const place: FieldPlace = { number: proto, name };
  if (schema.node === "list") return repeated(place, formOf(schema.items));
  if (schema.node === "map") return mapped(place, formOf(schema.values));
  const isPointer = presence === "pointer" || presence === "nullable";
  return single(place, formOf(schema), isPointer || schema.node === "bytes" ? "set" : "always");
}

function formOf(schema: Schema): Form {
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
    case "map":
      throw new TypeError("a map within a list or a map has no protobuf form");
    default:
      return unreachable(schema);
  }
}

/** Forms of messages that are a single value in JSON, and of values that protobuf wraps in a message. */
import type { JsonObject } from "../../base/json-object.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { formatDuration, parseDuration } from "../../meta/duration.ts";
import { canonicalQuantity } from "../../meta/quantity.ts";
import { DecodeError } from "../decode-error.ts";
import { parseJson } from "../json/parse.ts";
import { stringifyJson } from "../json/stringify.ts";
import { repeatedField, singleField } from "./field-forms.ts";
import type { Form } from "./form.ts";
import { MessageForm } from "./message-form.ts";
import { bytesForm, int32Form, int64Form, textForm } from "./scalar-forms.ts";

/** Durations: nanoseconds in protobuf, a string in Go's syntax in JSON. */
export const durationForm: Form<string> = convertedForm(
  new MessageForm(() => [singleField({ number: 1, name: "duration" }, int64Form, "always")]),
  {
    zero: "0s",
    fromMessage: ({ duration = 0 }: { duration?: number | bigint }) => formatDuration(BigInt(duration)),
    toMessage: (text) => ({ duration: parseDuration(text) }),
  },
);

/** As in the reference, text that is not a quantity stops the reading immediately. */
const quantityTextForm: Form<string> = {
  ...textForm,
  read: (reader) => {
    try {
      return canonicalQuantity(reader.text());
    } catch (error) {
      throw error instanceof DecodeError ? error : new DecodeError("value", reasonOf(error), { cause: error });
    }
  },
};

/** Quantities: a message that contains the text. */
export const quantityForm: Form<string> = convertedForm(
  new MessageForm(() => [singleField({ number: 1, name: "string" }, quantityTextForm, "always")]),
  {
    zero: "0",
    fromMessage: ({ string = "0" }: { string?: string }) => string,
    toMessage: (string) => ({ string }),
  },
);

/** Values of the field `type`. */
const intType = 0;
const stringType = 1;

interface IntOrStringMessage {
  readonly type?: number | bigint;
  readonly intVal?: number;
  readonly strVal?: string;
}

/** Integers or strings: a message with a field for each, and the type. */
export const intOrStringForm: Form<number | string> = convertedForm(
  new MessageForm(() => [
    singleField({ number: 1, name: "type" }, int64Form, "always"),
    singleField({ number: 2, name: "intVal" }, int32Form, "always"),
    singleField({ number: 3, name: "strVal" }, textForm, "always"),
  ]),
  {
    zero: 0,
    fromMessage: ({ type = intType, intVal = 0, strVal = "" }: IntOrStringMessage) => {
      if (type === intType) return intVal;
      if (type === stringType) return strVal;
      throw new DecodeError("value", `impossible IntOrString.Type ${type}`);
    },
    toMessage: (value) =>
      typeof value === "number" ? { type: intType, intVal: value } : { type: stringType, strVal: value },
  },
);

const rawMessage = new MessageForm(() => [singleField({ number: 1, name: "raw" }, bytesForm, "set")]);

/** Raw JSON values: a message that contains the JSON text. Null is an empty message. */
export const rawForm: Form = {
  wireType: rawMessage.wireType,
  zero: () => null,
  read: (reader, before = null) => {
    const { raw } = rawMessage.read(reader) as { raw?: Buffer };
    if (raw === undefined) return before;
    const { value, keyCount } = parseJson(raw, { limits: reader.remainingLimits });
    reader.count(keyCount);
    return value;
  },
  write: (writer, value) => {
    rawMessage.write(writer, value === null ? {} : { raw: Buffer.from(stringifyJson(value)) });
  },
};

/** Returns the form of a list inside a list, or as the value of a map. Protobuf needs a message around it. */
export function wrappedList(items: Form): Form<unknown[]> {
  return convertedForm(new MessageForm(() => [repeatedField({ number: 1, name: "items" }, items)]), {
    zero: [],
    fromMessage: ({ items: list = [] }: { items?: unknown[] }) => list,
    toMessage: (list) => ({ items: list }),
  });
}

interface Conversion<T, M> {
  readonly zero: T;
  readonly fromMessage: (message: M) => T;
  readonly toMessage: (value: T) => JsonObject;
}

/** Returns a form that converts between a message and a value of another type. Repeated messages are merged. */
export function convertedForm<T, M>(message: MessageForm, { zero, fromMessage, toMessage }: Conversion<T, M>): Form<T> {
  return {
    wireType: message.wireType,
    zero: () => zero,
    read: (reader, before) =>
      fromMessage(message.read(reader, before === undefined ? undefined : toMessage(before)) as M),
    write: (writer, value) => message.write(writer, toMessage(value)),
  };
}

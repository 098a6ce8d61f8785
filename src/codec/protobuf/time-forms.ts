/**
 * Forms of times: strings in JSON, seconds and nanoseconds since the Unix epoch in protobuf. No time is an empty
 * message.
 */
import type { JsonObject } from "../../base/json-object.ts";
import { formatTime, type Instant, parseInstant, parseMicroInstant } from "../../meta/time.ts";
import { DecodeError } from "../decode-error.ts";
import { singleField } from "./field-forms.ts";
import type { Form } from "./form.ts";
import { MessageForm } from "./message-form.ts";
import { int32Form, int64Form } from "./scalar-forms.ts";
import type { WireReader } from "./wire-reader.ts";
import type { WireWriter } from "./wire-writer.ts";

/** 0001-01-01T00:00:00Z in seconds since the Unix epoch. It means no time, and is the first that RFC 3339 can represent. */
export const timeZero = -62_135_596_800;
/** 9999-12-31T23:59:59Z. */
const lastSeconds = 253_402_300_799;
const nanosPerSecond = 1_000_000_000;

const timestamp = new MessageForm(() => [
  singleField({ number: 1, name: "seconds" }, int64Form, "always"),
  singleField({ number: 2, name: "nanos" }, int32Form, "always"),
]);

interface Precision {
  /** Returns the nanoseconds that are kept at this precision. */
  readonly truncate: (nanoseconds: number) => number;
  readonly parse: (text: string) => Instant;
  readonly format: (instant: Instant) => string;
}

/** Times with whole seconds. Fractions are cut off. */
export const timeForm: Form<string> = timestampForm({
  truncate: () => 0,
  parse: parseInstant,
  format: ({ epochSeconds }) => formatTime(epochSeconds * 1000),
});

/** Times with microseconds. Smaller fractions are cut off. */
export const microTimeForm: Form<string> = timestampForm({
  truncate: (nanoseconds) => nanoseconds - (nanoseconds % 1000),
  parse: parseMicroInstant,
  format: ({ epochSeconds, nanoseconds }) => {
    const micros = String(nanoseconds / 1000).padStart(6, "0");
    return `${formatTime(epochSeconds * 1000).slice(0, -1)}.${micros}Z`;
  },
});

function timestampForm({ truncate, parse, format }: Precision): Form<string> {
  const zero = format({ epochSeconds: timeZero, nanoseconds: 0 });
  const messageOf = (text: string): JsonObject => {
    const { epochSeconds, nanoseconds } = parse(text);
    return { seconds: epochSeconds, nanos: truncate(nanoseconds) };
  };
  return {
    wireType: timestamp.wireType,
    zero: () => zero,
    read: (reader: WireReader) => {
      const message = timestamp.read(reader);
      return Object.keys(message).length === 0 ? zero : format(instantOf(message, truncate));
    },
    write: (writer: WireWriter, text: string) => {
      if (text === zero) writer.bytes(emptyBytes);
      else timestamp.write(writer, messageOf(text));
    },
  };
}

const emptyBytes = Buffer.alloc(0);

/** Converts a message to a time. Its nanoseconds may be negative or more than a second. */
function instantOf(
  { seconds = 0, nanos = 0 }: { seconds?: number | bigint; nanos?: number },
  truncate: Precision["truncate"],
): Instant {
  const nanoseconds = truncate(nanos);
  const carried = Math.floor(nanoseconds / nanosPerSecond);
  const epochSeconds = Number(seconds) + carried;
  if (epochSeconds < timeZero || epochSeconds > lastSeconds) {
    throw new DecodeError("value", `time of ${seconds} seconds since the epoch is out of range`);
  }
  return { epochSeconds, nanoseconds: nanoseconds - carried * nanosPerSecond };
}

/** Values as Go prints them. A few errors contain values in this form. */
import { formatDuration } from "../../meta/duration.ts";
import {
  Duration,
  formatKey,
  formatTimestamp,
  ListValue,
  MapValue,
  OptionalValue,
  Timestamp,
  type Value,
} from "../values/index.ts";

/** Returns a value as Go's `%v` prints it: `[1, a]`, `{a: 0}`, `1m30s`. Null is 0, bytes are numbers. */
export function printedValue(value: Value): string {
  if (value === null) return "0";
  if (value instanceof Uint8Array) return `[${value.join(" ")}]`;
  if (value instanceof Timestamp) return printedTime(value);
  if (value instanceof Duration) return formatDuration(value.nanos);
  if (value instanceof ListValue) return `[${Array.from(value, printedValue).join(", ")}]`;
  if (value instanceof MapValue) {
    const entries = Array.from(value.keys(), (key) => `${printedValue(key)}: ${printedValue(value.get(key) ?? null)}`);
    return `{${entries.join(", ")}}`;
  }
  if (!(value instanceof OptionalValue)) return formatKey(value);
  return value.value === undefined ? "optional.none()" : `optional(${printedValue(value.value)})`;
}

/** Returns `2025-01-01 12:00:00.5 +0100 +0100`. */
function printedTime(time: Timestamp): string {
  const text = formatTimestamp(time).replace("T", " ");
  if (text.endsWith("Z")) return text.replace("Z", " +0000 UTC");
  return text.replace(/([+-]\d\d):(\d\d)$/, " $1$2 $1$2");
}

/** A verb in a format: `%`, flags, a width, a precision and the verb. */
const verb = /%[#0+\- ]*\d*(?:\.\d*)?([^]?)/gu;

/** Returns the text that Go prints if a text is used as a format without arguments. The reference does so with a few errors. */
export function printedAsFormat(text: string): string {
  return text.replaceAll(verb, (_spelling, name: string) => {
    if (name === "%") return "%";
    return name === "" ? "%!(NOVERB)" : `%!${name}(MISSING)`;
  });
}

/** Values of texts with a format. */
import { parseDuration } from "../../../meta/duration.ts";
import { ParseError } from "../../../meta/parse-error.ts";
import { type Instant, parseDate, parseDateTime, utcOffsetSeconds } from "../../../meta/time.ts";
import { Duration, EvaluationError, Timestamp, type Value } from "../../values/index.ts";
import { parseUnitDuration } from "./unit-duration.ts";
import { decodeUrlBase64 } from "./url-base64.ts";

interface Format {
  /** Names the format in errors. */
  readonly title: string;
  /** @throws ParseError */
  readonly read: (text: string) => Value;
}

const formats = new Map<string, Format>([
  ["duration", { title: "duration", read: (text) => new Duration(readDuration(text)) }],
  ["date", { title: "date formatted string", read: (text) => timestampOf(parseDate(text)) }],
  ["date-time", { title: "date-time formatted string", read: readDateTime }],
  ["byte", { title: "byte formatted string", read: decodeUrlBase64 }],
]);

/** Returns the time, the duration or the bytes that a text describes. Texts of other formats are texts. */
export function formattedText(text: string, name: string): Value {
  const format = formats.get(name);
  if (!format) return text;
  try {
    return format.read(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return new EvaluationError(`Invalid ${format.title} ${text}: ${error.message}`);
  }
}

function timestampOf({ epochSeconds, nanoseconds }: Instant, offsetSeconds = 0): Timestamp {
  return new Timestamp(epochSeconds, nanoseconds, offsetSeconds);
}

/** The empty text is the beginning of 1970. */
function readDateTime(text: string): Timestamp {
  return text === "" ? new Timestamp(0, 0) : timestampOf(parseDateTime(text), utcOffsetSeconds(text));
}

/** A text is read as a sum of numbers with units, such as `2 days`, if it is not in Go's syntax. */
function readDuration(text: string): bigint {
  try {
    return parseDuration(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return parseUnitDuration(text);
  }
}

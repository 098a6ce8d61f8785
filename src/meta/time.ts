/**
 * Times in the API. They are RFC 3339 strings. Parsing is as lenient as Go's and fails with the same messages. They are
 * stored in UTC, with whole seconds (metav1.Time) or with exactly six digits of fraction (metav1.MicroTime). The first
 * instant of year 1 means "no time" and is stored as null.
 */
import { goTimeQuote } from "./go-quote.ts";
import { ParseError } from "./parse-error.ts";

/** A point in time, precise to the nanosecond. */
export interface Instant {
  /** Whole seconds since the Unix epoch; negative before it. */
  readonly epochSeconds: number;
  /** From 0 up to 999,999,999, counted forward from `epochSeconds`. */
  readonly nanoseconds: number;
}

const timeLayout = "2006-01-02T15:04:05Z07:00";
const microTimeLayout = "2006-01-02T15:04:05.000000Z07:00";
const localTimeLayout = "2006-01-02T15:04:05";
const dateLayout = "2006-01-02";

/** 0001-01-01T00:00:00Z. */
const zeroSeconds = -62_135_596_800;
/** 0000-01-01T00:00:00Z. */
const firstSeconds = -62_167_219_200;
/** 9999-12-31T23:59:59Z. */
const lastSeconds = 253_402_300_799;

/**
 * Returns milliseconds since the Unix epoch. Smaller fractions are cut off.
 * @throws ParseError with Go's text
 */
export function parseTime(text: string): number {
  const { epochSeconds, nanoseconds } = parseInstant(text);
  return epochSeconds * 1000 + Math.floor(nanoseconds / 1e6);
}

/** Returns the time in `text` without loss of precision. @throws ParseError as `parseTime` */
export function parseInstant(text: string): Instant {
  const epochMs = parseStored(text);
  if (epochMs !== undefined) return { epochSeconds: epochMs / 1000, nanoseconds: 0 };
  return new TimeReader(text, timeLayout).read();
}

const storedForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/**
 * Returns the milliseconds of a text in the stored form, which most texts have. Undefined for all others. Takes less
 * than half of the time of `TimeReader`; see docs/performance.md, "Micro-measurements", "parseTime".
 */
function parseStored(text: string): number | undefined {
  if (!storedForm.test(text)) return undefined;
  const epochMs = Date.parse(text);
  // `Date.parse` accepts a day past the end of the month and the hour 24 and moves them to the next day. Such a text
  // goes to `TimeReader`, which rejects it.
  const isLenient = Number.isNaN(epochMs) || new Date(epochMs).getUTCDate() !== Number(text.slice(8, 10));
  return isLenient ? undefined : epochMs;
}

/** As `parseInstant`, but the fraction must have six digits. */
export function parseMicroInstant(text: string): Instant {
  return new TimeReader(text, microTimeLayout).read();
}

/** Returns the time in `text`, which is in UTC if it has no zone. @throws ParseError with Go's text for times without a zone */
export function parseDateTime(text: string): Instant {
  try {
    return parseInstant(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return new TimeReader(text, localTimeLayout).read();
  }
}

/** Returns the beginning of a day in UTC: of `2025-01-31`. @throws ParseError with Go's text */
export function parseDate(text: string): Instant {
  return new TimeReader(text, dateLayout).read();
}

/** The difference to UTC at the end of a time: `+02:00`. */
const offsetEnd = /([+-])(\d\d):(\d\d)$/;

/** Returns the difference to UTC with which a valid time was written; 0 if it has none. */
export function utcOffsetSeconds(text: string): number {
  const [, sign, hours, minutes] = offsetEnd.exec(text) ?? [];
  const seconds = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60;
  return sign === "-" ? -seconds : seconds;
}

/** Returns `2025-01-01T00:00:00Z`. The fraction of a second is cut off. */
export function formatTime(epochMs: number): string {
  return `${secondsText(Math.floor(epochMs / 1000))}Z`;
}

/** Returns `2025-01-01T00:00:00.123000Z`. */
export function formatMicroTime(epochMs: number): string {
  const epochSeconds = Math.floor(epochMs / 1000);
  return microText({ epochSeconds, nanoseconds: Math.floor((epochMs - epochSeconds * 1000) * 1e6) });
}

/**
 * Returns the text that is stored for a Time sent by a client; null for the zero time. @throws ParseError as
 * `parseTime`
 */
export function normalizeTime(text: string): string | null {
  const storedMs = parseStored(text);
  if (storedMs !== undefined) return storedMs === zeroSeconds * 1000 ? null : text;
  const instant = inRange(parseInstant(text), text);
  return isZeroInstant(instant) ? null : `${secondsText(instant.epochSeconds)}Z`;
}

/**
 * Returns the time in UTC as `normalizeTime` does, but keeps the fraction of a second and does not turn the zero time
 * into null.
 */
export function normalizeSentTime(text: string): string {
  const { epochSeconds, nanoseconds } = inRange(parseInstant(text), text);
  const digits = padded(nanoseconds, 9);
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return `${secondsText(epochSeconds)}${end === 0 ? "" : `.${digits.slice(0, end)}`}Z`;
}

/**
 * Returns the text that is stored for a MicroTime sent by a client; null for the zero time. @throws ParseError as
 * `parseMicroInstant`
 */
export function normalizeMicroTime(text: string): string | null {
  const instant = inRange(parseMicroInstant(text), text);
  return isZeroInstant(instant) ? null : microText(instant);
}

/**
 * Returns an instant that a text in UTC can represent. @throws ParseError if an offset moved it out of the years 0 to
 * 9999. The reference stores such times in a form that no client can send back.
 */
function inRange(instant: Instant, text: string): Instant {
  if (instant.epochSeconds >= firstSeconds && instant.epochSeconds <= lastSeconds) return instant;
  throw new ParseError(`parsing time ${goTimeQuote(text)}: year out of range`);
}

/** Whether the instant is 0001-01-01T00:00:00Z, which means that no time is set. */
export function isZeroInstant({ epochSeconds, nanoseconds }: Instant): boolean {
  return epochSeconds === zeroSeconds && nanoseconds === 0;
}

function microText({ epochSeconds, nanoseconds }: Instant): string {
  return `${secondsText(epochSeconds)}.${padded(Math.floor(nanoseconds / 1000), 6)}Z`;
}

/** Number of cached texts. A prime number, so that times at the usual distances, such as an hour, have different places. */
const cachedSeconds = 61;
const secondsAtPlace = Array.from({ length: cachedSeconds }, () => Number.NaN);
const textAtPlace = Array.from({ length: cachedSeconds }, () => "");

/**
 * Returns the text of a second without its zone. Recent texts are cached, because most written times are in the current
 * second, or as long after it as others. See docs/performance.md, "Micro-measurements", "formatTime".
 */
function secondsText(epochSeconds: number): string {
  const place = Math.abs(epochSeconds % cachedSeconds);
  if (secondsAtPlace[place] === epochSeconds) return textAtPlace[place] ?? "";
  const text = spellSeconds(epochSeconds);
  secondsAtPlace[place] = epochSeconds;
  textAtPlace[place] = text;
  return text;
}

function spellSeconds(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString().slice(0, -5);
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}

/**
 * Parses one text from left to right. Error messages name the layout element that does not match and the remaining
 * text, so clients can see the order of the steps.
 */
class TimeReader {
  readonly #text: string;
  readonly #layout: string;
  #offset = 0;

  constructor(text: string, layout: string) {
    this.#text = text;
    this.#layout = layout;
  }

  read(): Instant {
    const year = this.#year();
    this.#literal("-");
    const month = this.#number("01", { name: "month", min: 1, max: 12 });
    this.#literal("-");
    const day = this.#number("02", { name: "day", min: 0, max: 99 });
    const { secondOfDay, nanoseconds } = this.#layout === dateLayout ? midnight : this.#clock();
    this.#end();
    if (day < 1 || day > daysIn(year, month)) throw this.#outOfRange("day");
    const date = new Date(0);
    date.setUTCFullYear(year, month - 1, day);
    return { epochSeconds: date.getTime() / 1000 + secondOfDay, nanoseconds };
  }

  /** Returns the time of the day in UTC. */
  #clock(): typeof midnight {
    this.#literal("T");
    const hour = this.#number("15", { name: "hour", min: 0, max: 23 });
    this.#literal(":");
    const minute = this.#number("04", { name: "minute", min: 0, max: 59 });
    this.#literal(":");
    const second = this.#number("05", { name: "second", min: 0, max: 59 });
    const nanoseconds = this.#layout === microTimeLayout ? this.#sixDigits() : this.#optionalFraction();
    const offsetSeconds = this.#layout === localTimeLayout ? 0 : this.#zone();
    return { secondOfDay: hour * 3600 + minute * 60 + second - offsetSeconds, nanoseconds };
  }

  #year(): number {
    const digits = this.#take(/\d{4}/y);
    if (digits === undefined) throw this.#mismatch("2006");
    return Number(digits);
  }

  #literal(character: string): void {
    if (this.#text[this.#offset] !== character) throw this.#mismatch(character);
    this.#offset++;
  }

  /** Reads two digits. An hour may have one digit. */
  #number(element: string, range: { name: string; min: number; max: number }): number {
    const digits = this.#take(element === "15" ? /\d\d?/y : /\d\d/y);
    if (digits === undefined) throw this.#mismatch(element);
    const value = Number(digits);
    if (value < range.min || value > range.max) throw this.#outOfRange(range.name);
    return value;
  }

  /** Reads any number of digits after a point or a comma. Digits after the ninth are cut off. */
  #optionalFraction(): number {
    const fraction = this.#take(/[.,]\d+/y) ?? ".0";
    return Number(fraction.slice(1, 10).padEnd(9, "0"));
  }

  #sixDigits(): number {
    const fraction = this.#take(/[.,]\d{6}/y);
    if (fraction === undefined) throw this.#mismatch(".000000");
    return Number(fraction.slice(1)) * 1000;
  }

  /** Returns the seconds east of UTC. As in Go, offsets of 24 hours and of 60 minutes are accepted. */
  #zone(): number {
    if (this.#take(/Z/y) !== undefined) return 0;
    const zone = this.#text.slice(this.#offset, this.#offset + 6);
    const sign = zone[0] === "+" ? 1 : zone[0] === "-" ? -1 : undefined;
    const [hours, minutes] = [twoDigits(zone.slice(1, 3)), twoDigits(zone.slice(4))];
    if (sign === undefined || zone.length < 6 || zone[3] !== ":" || hours === undefined) throw this.#mismatch("Z07:00");
    if (minutes !== undefined && minutes > 60) throw this.#outOfRange("time zone offset minute");
    if (hours > 24) throw this.#outOfRange("time zone offset hour");
    if (minutes === undefined) throw this.#mismatch("Z07:00");
    this.#offset += zone.length;
    return sign * (hours * 3600 + minutes * 60);
  }

  #end(): void {
    const rest = this.#text.slice(this.#offset);
    if (rest !== "") throw new ParseError(`parsing time ${goTimeQuote(this.#text)}: extra text: ${goTimeQuote(rest)}`);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#offset;
    const found = pattern.exec(this.#text)?.[0];
    this.#offset += found?.length ?? 0;
    return found;
  }

  #mismatch(element: string): ParseError {
    const rest = this.#text.slice(this.#offset);
    const [text, layout] = [goTimeQuote(this.#text), goTimeQuote(this.#layout)];
    return new ParseError(
      `parsing time ${text} as ${layout}: cannot parse ${goTimeQuote(rest)} as ${goTimeQuote(element)}`,
    );
  }

  #outOfRange(what: string): ParseError {
    return new ParseError(`parsing time ${goTimeQuote(this.#text)}: ${what} out of range`);
  }
}

const midnight = { secondOfDay: 0, nanoseconds: 0 };

function twoDigits(text: string): number | undefined {
  return /^\d\d$/.test(text) ? Number(text) : undefined;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

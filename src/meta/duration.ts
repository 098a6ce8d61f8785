/**
 * Durations in Go's syntax: `1h2m3.5s`, `300ms`, `-1.5h`. A duration is a bigint of nanoseconds that fits 64 bits. A
 * number would be exact for only 104 days.
 */
import { goTimeQuote } from "./go-quote.ts";
import { ParseError } from "./parse-error.ts";

const unitNanos: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["\u00b5s", 1_000n], // the micro sign
  ["\u03bcs", 1_000n], // the Greek letter
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);

/** Largest magnitude. Only a negative duration can have exactly this magnitude. */
const nanosMax = 2n ** 63n;

/**
 * One term of the text: digits, a fraction and a unit. Each part may be missing, because `termNanos` reports missing
 * parts in Go's order.
 */
const termPattern = /(\d*)(\.\d*)?([^\d.]*)/y;

/**
 * Returns the nanoseconds of a duration in Go's syntax.
 * @throws ParseError with Go's error text
 */
export function parseDuration(text: string): bigint {
  const negative = text.startsWith("-");
  const body = negative || text.startsWith("+") ? text.slice(1) : text;
  if (body === "0") return 0n;
  if (body === "") throw invalidDuration(text);
  let nanos = 0n;
  for (let offset = 0; offset < body.length; ) {
    termPattern.lastIndex = offset;
    const term = termPattern.exec(body);
    nanos += termNanos(term?.[1] ?? "", term?.[2] ?? "", { unit: term?.[3] ?? "", text });
    if (nanos > nanosMax) throw invalidDuration(text);
    offset = termPattern.lastIndex;
  }
  if (negative) return -nanos;
  if (nanos === nanosMax) throw invalidDuration(text);
  return nanos;
}

/** @param fraction digits after the point, including the point; empty if there is none */
function termNanos(digits: string, fraction: string, { unit, text }: { unit: string; text: string }): bigint {
  if (digits === "" && fraction.length < 2) throw invalidDuration(text);
  const significant = digits.replace(/^0+/, "");
  if (significant.length > 19) throw invalidDuration(text);
  const whole = BigInt(`0${significant}`);
  if (whole > nanosMax) throw invalidDuration(text);
  if (unit === "") throw new ParseError(`time: missing unit in duration ${goTimeQuote(text)}`);
  const size = unitNanos.get(unit);
  if (size === undefined) {
    throw new ParseError(`time: unknown unit ${goTimeQuote(unit)} in duration ${goTimeQuote(text)}`);
  }
  return whole * size + fractionNanos(fraction.slice(1), size);
}

/** Computes the fraction in floats as Go does, so that `0.3333333333333333333h` is exactly twenty minutes. */
function fractionNanos(digits: string, size: bigint): bigint {
  const zeros = /^0*/.exec(digits)?.[0].length ?? 0;
  let used = Math.min(digits.length, zeros + 19);
  let value = BigInt(`0${digits.slice(zeros, used)}`);
  if (value > nanosMax) {
    used--;
    value /= 10n;
  }
  return BigInt(Math.trunc(Number(value) * (Number(size) / Number(`1e${used}`))));
}

function invalidDuration(text: string): ParseError {
  return new ParseError(`time: invalid duration ${goTimeQuote(text)}`);
}

/** Returns the text of a duration as Go prints it: `1h2m3.5s`, `1.5ms`, `0s`. */
export function formatDuration(nanos: bigint): string {
  const sign = nanos < 0n ? "-" : "";
  const magnitude = nanos < 0n ? -nanos : nanos;
  if (magnitude === 0n) return "0s";
  if (magnitude < 1_000n) return `${sign}${magnitude}ns`;
  if (magnitude < 1_000_000n) return `${sign}${withFraction(magnitude, 3)}\u00b5s`;
  if (magnitude < 1_000_000_000n) return `${sign}${withFraction(magnitude, 6)}ms`;
  const minutes = magnitude / 60_000_000_000n;
  const seconds = `${withFraction(magnitude % 60_000_000_000n, 9)}s`;
  if (minutes === 0n) return sign + seconds;
  return minutes < 60n ? `${sign}${minutes}m${seconds}` : `${sign}${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

/** Returns `value / 10 ** places` as a decimal number without trailing zeros. */
function withFraction(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, "0");
  const fraction = digits.slice(-places).replace(/0+$/, "");
  return digits.slice(0, -places) + (fraction === "" ? "" : `.${fraction}`);
}

/** Returns the text that is stored for a duration sent by a client. @throws ParseError as `parseDuration` */
export function canonicalDuration(text: string): string {
  return formatDuration(parseDuration(text));
}

/** Returns milliseconds, for clocks and timers. A fraction of a millisecond is kept. */
export function durationMs(nanos: bigint): number {
  return Number(nanos) / 1e6;
}

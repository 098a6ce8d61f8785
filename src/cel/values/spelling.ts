/** The texts of values, as conversions to text give them. */
import { goFloat } from "../../base/go-float.ts";
import type { Duration, Timestamp } from "./value.ts";

const nanosPerSecond = 1_000_000_000;

/** Returns `1.5`, `1e+06`, `+Inf` or `NaN`. */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  return goFloat(value);
}

/** Returns a duration in seconds, without an exponent: `90s`, `0.5s`. */
export function formatDurationSeconds({ nanos }: Duration): string {
  const seconds = Number(nanos / BigInt(nanosPerSecond)) + Number(nanos % BigInt(nanosPerSecond)) / nanosPerSecond;
  return `${plainDecimal(seconds)}s`;
}

/** Returns a number with as few digits as identify it, and without an exponent. */
export function plainDecimal(value: number): string {
  const text = String(value === 0 ? 0 : value);
  const [, sign = "", whole = "", fraction = "", exponent] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return Object.is(value, -0) ? "-0" : text;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, "0").slice(0, point) + (digits.length > point ? `.${digits.slice(point)}` : "");
}

/** Returns the digits of a fraction of a second without zeros at the end. */
function fractionDigits(nanos: number): string {
  const digits = String(nanos).padStart(9, "0");
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** Returns a time as in RFC 3339, with the offset with which it was written: `2025-01-01T00:00:00.5Z`. */
export function formatTimestamp({ seconds, nanos, offsetSeconds }: Timestamp): string {
  const local = new Date((seconds + offsetSeconds) * 1000);
  const year = String(local.getUTCFullYear()).padStart(4, "0");
  const date = `${year}-${twoDigits(local.getUTCMonth() + 1)}-${twoDigits(local.getUTCDate())}`;
  const time = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()].map(twoDigits).join(":");
  const fraction = nanos === 0 ? "" : `.${fractionDigits(nanos)}`;
  return `${date}T${time}${fraction}${offsetText(offsetSeconds)}`;
}

function offsetText(offsetSeconds: number): string {
  if (offsetSeconds === 0) return "Z";
  const minutes = Math.floor(Math.abs(offsetSeconds) / 60);
  return `${offsetSeconds < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** Durations and ages as table columns show them, with two or three significant digits. */
import { isZeroInstant, parseInstant } from "./time.ts";

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const daySeconds = 24 * hourSeconds;
const yearSeconds = 365 * daySeconds;

/** The greatest duration in the reference, which counts nanoseconds in 64 bits: 292 years. Longer ones are shown as this one. */
const durationMsMax = 2 ** 63 / 1e6;

/**
 * A row applies to durations below `below` seconds. It shows `unit`, followed by `smallerUnit` unless its count is
 * zero.
 */
const rows: readonly { below: number; unit: Unit; smallerUnit?: Unit }[] = [
  { below: 2 * minuteSeconds, unit: ["s", 1] },
  { below: 10 * minuteSeconds, unit: ["m", minuteSeconds], smallerUnit: ["s", 1] },
  { below: 3 * hourSeconds, unit: ["m", minuteSeconds] },
  { below: 8 * hourSeconds, unit: ["h", hourSeconds], smallerUnit: ["m", minuteSeconds] },
  { below: 2 * daySeconds, unit: ["h", hourSeconds] },
  { below: 8 * daySeconds, unit: ["d", daySeconds], smallerUnit: ["h", hourSeconds] },
  { below: 2 * yearSeconds, unit: ["d", daySeconds] },
  { below: 8 * yearSeconds, unit: ["y", yearSeconds], smallerUnit: ["d", daySeconds] },
  { below: Number.POSITIVE_INFINITY, unit: ["y", yearSeconds] },
];

type Unit = readonly [name: string, seconds: number];

/**
 * Returns a duration such as `3d4h` or `118s`. Returns `0s` for a time up to two seconds in the future, because clocks
 * may differ a little, and `<invalid>` for a later one.
 */
export function humanDuration(durationMs: number): string {
  const seconds = Math.trunc(Math.min(durationMs, durationMsMax) / 1000);
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  const row = rows.find(({ below }) => seconds < below);
  return row ? rowText(seconds, row.unit, row.smallerUnit) : "<invalid>";
}

function rowText(seconds: number, [name, size]: Unit, smallerUnit?: Unit): string {
  const text = `${Math.floor(seconds / size)}${name}`;
  const count = smallerUnit ? Math.floor((seconds % size) / smallerUnit[1]) : 0;
  return smallerUnit && count > 0 ? `${text}${count}${smallerUnit[0]}` : text;
}

/**
 * Returns a function that gives the age of `timestamp`, as the age column shows it. The timestamp is parsed only once.
 * @param timestamp RFC 3339, with or without a fraction; the age is `<unknown>` without a timestamp, and for the zero time
 * @throws ParseError if `timestamp` is not a time
 */
export function humanAge(timestamp: string | null | undefined): (nowMs: number) => string {
  if (!timestamp) return () => "<unknown>";
  const instant = parseInstant(timestamp);
  if (isZeroInstant(instant)) return () => "<unknown>";
  // Rounded up to a millisecond, so that an age never counts a second that has not fully passed.
  const startMs = instant.epochSeconds * 1000 + Math.ceil(instant.nanoseconds / 1e6);
  return (nowMs) => humanDuration(nowMs - startMs);
}

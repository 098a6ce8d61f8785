/** Durations and ages as table columns show them: two or three significant figures. */
import { parseInstant } from "./time.ts";

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const daySeconds = 24 * hourSeconds;
const yearSeconds = 365 * daySeconds;

/** Each row: up to where it holds, the unit shown, and the smaller unit shown after it unless its count is zero. */
const rows: readonly { below: number; unit: Unit; rest?: Unit }[] = [
  { below: 2 * minuteSeconds, unit: ["s", 1] },
  { below: 10 * minuteSeconds, unit: ["m", minuteSeconds], rest: ["s", 1] },
  { below: 3 * hourSeconds, unit: ["m", minuteSeconds] },
  { below: 8 * hourSeconds, unit: ["h", hourSeconds], rest: ["m", minuteSeconds] },
  { below: 2 * daySeconds, unit: ["h", hourSeconds] },
  { below: 8 * daySeconds, unit: ["d", daySeconds], rest: ["h", hourSeconds] },
  { below: 2 * yearSeconds, unit: ["d", daySeconds] },
  { below: 8 * yearSeconds, unit: ["y", yearSeconds], rest: ["d", daySeconds] },
  { below: Number.POSITIVE_INFINITY, unit: ["y", yearSeconds] },
];

type Unit = readonly [name: string, seconds: number];

/** `3d4h`, `118s`; `0s` just before zero, so that clocks may differ a little, and `<invalid>` from minus two seconds. */
export function humanDuration(durationMs: number): string {
  const seconds = Math.trunc(durationMs / 1000);
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  const row = rows.find(({ below }) => seconds < below);
  return row ? rowText(seconds, row.unit, row.rest) : "<invalid>";
}

function rowText(seconds: number, [name, size]: Unit, rest?: Unit): string {
  const text = `${Math.floor(seconds / size)}${name}`;
  const count = rest ? Math.floor((seconds % size) / rest[1]) : 0;
  return rest && count > 0 ? `${text}${count}${rest[0]}` : text;
}

/**
 * The age column: how long ago `timestamp` was, at any moment from now on. It is read once.
 * @param timestamp RFC 3339, with or without a fraction; `<unknown>` when there is none
 * @throws ParseError when it is not a time
 */
export function humanAge(timestamp: string | null | undefined): (nowMs: number) => string {
  if (!timestamp) return () => "<unknown>";
  const { epochSeconds, nanoseconds } = parseInstant(timestamp);
  // A time a microsecond past a full second is not a second ago before the next millisecond.
  const startMs = epochSeconds * 1000 + Math.ceil(nanoseconds / 1e6);
  return (nowMs) => humanDuration(nowMs - startMs);
}

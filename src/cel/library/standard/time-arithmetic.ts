/** Arithmetic with timestamps and durations. */
import { Duration, EvaluationError, Timestamp, type Value } from "../../values/index.ts";

const nanosPerSecond = 1_000_000_000n;
/** 0001-01-01T00:00:00Z. */
export const firstSecond = -62_135_596_800;
/** 9999-12-31T23:59:59Z. */
const lastSecond = 253_402_300_799;

/** Returns the timestamp, or an error if it is not in the years 1 to 9999. */
export function checkedTimestamp(seconds: bigint, nanos: number, offsetSeconds = 0): Value {
  if (seconds < firstSecond || seconds > lastSecond) return new EvaluationError("timestamp overflow");
  return new Timestamp(Number(seconds), nanos, offsetSeconds);
}

/** Returns the duration, or an error if it needs more than 64 bits. */
export function checkedDuration(nanos: bigint): Value {
  return BigInt.asIntN(64, nanos) === nanos ? new Duration(nanos) : new EvaluationError("integer overflow");
}

/** Returns the sum of two durations, or an error. */
export function addDurations(left: Value, right: Value): Value {
  return checkedDuration((left as Duration).nanos + (right as Duration).nanos);
}

/** Returns the difference of two durations, or an error. */
export function subtractDurations(left: Value, right: Value): Value {
  return checkedDuration((left as Duration).nanos - (right as Duration).nanos);
}

/** Returns the opposite of a duration, or an error. */
export function negateDuration(duration: Value): Value {
  return checkedDuration(-(duration as Duration).nanos);
}

function nanosOf({ seconds, nanos }: Timestamp): bigint {
  return BigInt(seconds) * nanosPerSecond + BigInt(nanos);
}

/** Returns the time that is a duration after another time, or an error. */
export function addToTimestamp(time: Value, duration: Value): Value {
  const timestamp = time as Timestamp;
  const sum = nanosOf(timestamp) + (duration as Duration).nanos;
  const nanos = ((sum % nanosPerSecond) + nanosPerSecond) % nanosPerSecond;
  return checkedTimestamp((sum - nanos) / nanosPerSecond, Number(nanos), timestamp.offsetSeconds);
}

/** Returns the duration between two times, or an error. */
export function subtractTimestamps(left: Value, right: Value): Value {
  return checkedDuration(nanosOf(left as Timestamp) - nanosOf(right as Timestamp));
}

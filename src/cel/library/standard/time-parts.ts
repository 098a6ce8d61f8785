/** The parts of timestamps and durations: `getFullYear()`, `getHours()`. */
import type { FunctionDeclaration, Overload } from "../../declarations/index.ts";
import { durationType, intType, stringType, timestampType } from "../../types/index.ts";
import { type Duration, EvaluationError, type Timestamp, type Value } from "../../values/index.ts";
import { declareFunction, memberOverload } from "../declare.ts";
import { offsetOfZone } from "./time-zones.ts";

const dayMs = 86_400_000;

/** Returns a part of a time. @param local the time of the zone, as if it were UTC */
type Part = (local: Date, nanos: number) => number;

const parts: readonly (readonly [name: string, id: string, part: Part])[] = [
  ["getFullYear", "timestamp_to_year", (local) => local.getUTCFullYear()],
  ["getMonth", "timestamp_to_month", (local) => local.getUTCMonth()],
  ["getDayOfYear", "timestamp_to_day_of_year", (local) => dayOfYear(local)],
  ["getDayOfMonth", "timestamp_to_day_of_month", (local) => local.getUTCDate() - 1],
  ["getDate", "timestamp_to_day_of_month_1_based", (local) => local.getUTCDate()],
  ["getDayOfWeek", "timestamp_to_day_of_week", (local) => local.getUTCDay()],
  ["getHours", "timestamp_to_hours", (local) => local.getUTCHours()],
  ["getMinutes", "timestamp_to_minutes", (local) => local.getUTCMinutes()],
  ["getSeconds", "timestamp_to_seconds", (local) => local.getUTCSeconds()],
  ["getMilliseconds", "timestamp_to_milliseconds", (_local, nanos) => Math.floor(nanos / 1e6)],
];

/** Date.UTC() reads the years 0 to 99 as 1900 to 1999. */
function dayOfYear(local: Date): number {
  const firstDay = new Date(local);
  firstDay.setUTCMonth(0, 1);
  return Math.floor((local.getTime() - firstDay.getTime()) / dayMs);
}

function ofTimestamp(id: string, part: Part): readonly Overload[] {
  const zoned = id === "timestamp_to_seconds" ? `${id}_tz` : `${id}_with_tz`;
  return [
    memberOverload(id, [timestampType], intType, (time) => partAt(time as Timestamp, 0, part)),
    memberOverload(zoned, [timestampType, stringType], intType, (time, zone) => {
      const offset = offsetOfZone(zone as string, time as Timestamp);
      return offset instanceof EvaluationError ? offset : partAt(time as Timestamp, offset, part);
    }),
  ];
}

function partAt({ seconds, nanos }: Timestamp, offsetSeconds: number, part: Part): Value {
  return BigInt(part(new Date((seconds + offsetSeconds) * 1000), nanos));
}

const durationUnits: ReadonlyMap<string, readonly [id: string, nanos: bigint]> = new Map([
  ["getHours", ["duration_to_hours", 3_600_000_000_000n]],
  ["getMinutes", ["duration_to_minutes", 60_000_000_000n]],
  ["getSeconds", ["duration_to_seconds", 1_000_000_000n]],
  ["getMilliseconds", ["duration_to_milliseconds", 1_000_000n]],
]);

function ofDuration(name: string): readonly Overload[] {
  const unit = durationUnits.get(name);
  if (unit === undefined) return [];
  const [id, nanos] = unit;
  const toUnits =
    name === "getMilliseconds" ? (value: bigint) => value / nanos : (value: bigint) => wholeUnits(value, nanos);
  return [memberOverload(id, [durationType], intType, (duration) => toUnits((duration as Duration).nanos))];
}

/** Returns whole units, rounded toward zero. The reference computes a double first, which can be the next integer. */
function wholeUnits(nanos: bigint, unit: bigint): bigint {
  return BigInt(Math.trunc(Number(nanos / unit) + Number(nanos % unit) / Number(unit)));
}

/** `getFullYear()`, `getHours()` and the other parts of times and durations. */
export const timeParts: readonly FunctionDeclaration[] = parts.map(([name, id, part]) =>
  declareFunction(name, [...ofTimestamp(id, part), ...ofDuration(name)]),
);

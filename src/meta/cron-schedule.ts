/**
 * Schedules of CronJobs. A schedule is five fields (minute, hour, day of month, month, day of week), a descriptor such
 * as `@daily`, or `@every 90m`. It may start with `TZ=zone`. Error messages are those of the reference's parser.
 */
import { parseDuration } from "./duration.ts";
import { goIntFaultText, readGoInt } from "./go-int.ts";
import { ParseError } from "./parse-error.ts";
import { timeZoneFault } from "./time-zone.ts";

/** A parsed schedule: five sets of matching values, or a fixed interval. */
export type CronSchedule = CronFields | CronInterval;

/**
 * A schedule of five fields. It runs at each minute that matches all fields. If neither day field has a star, a day
 * needs to match only one of the two.
 */
export interface CronFields {
  readonly kind: "fields";
  readonly minutes: CronField;
  readonly hours: CronField;
  readonly daysOfMonth: CronField;
  readonly months: CronField;
  readonly daysOfWeek: CronField;
  /** Name of the schedule's time zone. Absent if the schedule names none or names the zone of the machine. */
  readonly timeZone?: string;
}

/** The values that match one field of a schedule. */
export interface CronField {
  readonly values: ReadonlySet<number>;
  /** Whether the field is written as `*` or `?`, without a step above one. */
  readonly isStar: boolean;
}

/** A schedule that runs at a fixed interval. */
export interface CronInterval {
  readonly kind: "interval";
  /** Seconds between two runs; at least one. */
  readonly everySeconds: number;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  /** Names that may replace the numbers. The first name stands for `min`, the next for `min + 1`, and so on. */
  readonly names?: readonly string[];
}

const dayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const fieldCount = 5;

const descriptors: ReadonlyMap<string, string> = new Map([
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
  ["@monthly", "0 0 1 * *"],
  ["@weekly", "0 0 * * 0"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@hourly", "0 * * * *"],
]);

const everyPrefix = "@every ";
const zonePattern = /^(?:CRON_)?TZ=([^ ]*)/;

/** Returns the parsed schedule. @throws ParseError */
export function parseCronSchedule(text: string): CronSchedule {
  if (text === "") throw new ParseError("empty spec string");
  const zone = zonePattern.exec(text);
  const timeZone = zone && readTimeZone(zone[1] ?? "");
  const spec = zone ? text.slice(zone[0].length).trim() : text;
  if (spec.startsWith(everyPrefix)) return parseInterval(spec);
  const fields = spec.startsWith("@") ? descriptors.get(spec) : spec;
  if (fields === undefined) throw new ParseError(`unrecognized descriptor: ${spec}`);
  return { kind: "fields", ...parseFields(fields), ...(timeZone ? { timeZone } : {}) };
}

/** Returns the name of the time zone, or undefined for the zone of the machine. */
function readTimeZone(name: string): string | undefined {
  const fault = timeZoneFault(name);
  if (fault !== undefined) throw new ParseError(`provided bad location ${name}: ${fault}`);
  return name === "Local" ? undefined : name || "UTC";
}

function parseInterval(spec: string): CronInterval {
  try {
    const nanos = parseDuration(spec.slice(everyPrefix.length));
    return { kind: "interval", everySeconds: Math.max(1, Number(nanos / 1_000_000_000n)) };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new ParseError(`failed to parse duration ${spec}: ${error.message}`, { cause: error });
  }
}

function parseFields(spec: string): Omit<CronFields, "kind"> {
  const texts = spec.split(/\s+/).filter((text) => text !== "");
  if (texts.length !== fieldCount) {
    throw new ParseError(`expected exactly ${fieldCount} fields, found ${texts.length}: [${texts.join(" ")}]`);
  }
  const [minutes = "", hours = "", daysOfMonth = "", months = "", daysOfWeek = ""] = texts;
  return {
    minutes: parseField(minutes, { min: 0, max: 59 }),
    hours: parseField(hours, { min: 0, max: 23 }),
    daysOfMonth: parseField(daysOfMonth, { min: 1, max: 31 }),
    months: parseField(months, { min: 1, max: 12, names: monthNames }),
    daysOfWeek: parseField(daysOfWeek, { min: 0, max: 6, names: dayNames }),
  };
}

/** Reads a comma-separated list of ranges. Empty items are skipped. */
function parseField(text: string, bounds: Bounds): CronField {
  const values = new Set<number>();
  let isStar = false;
  for (const range of text.split(",").filter((one) => one !== "")) {
    const { first, last, step, isOpen } = parseRange(range, bounds);
    for (let value = first; value <= last; value += step) values.add(value);
    isStar ||= isOpen && step === 1;
  }
  return { values, isStar };
}

interface CronRange {
  readonly first: number;
  readonly last: number;
  readonly step: number;
  /** Whether the range begins with `*` or `?`. */
  readonly isOpen: boolean;
}

/** Reads `n`, `n-m`, `*` or `?`, each with an optional `/step`. `n/step` runs to the end of the field. */
function parseRange(text: string, bounds: Bounds): CronRange {
  const [span = "", stepText, ...moreSteps] = text.split("/");
  const [low = "", high, ...moreHighs] = span.split("-");
  const isOpen = low === "*" || low === "?";
  const lowest = isOpen ? BigInt(bounds.min) : numberOrName(low, bounds);
  if (!isOpen && moreHighs.length > 0) throw new ParseError(`too many hyphens: ${text}`);
  const highest = isOpen ? BigInt(bounds.max) : high === undefined ? lowest : numberOrName(high, bounds);
  if (moreSteps.length > 0) throw new ParseError(`too many slashes: ${text}`);
  const step = stepText === undefined ? 1n : naturalNumber(stepText);
  const last = stepText !== undefined && high === undefined ? BigInt(bounds.max) : highest;
  checkRange(text, { first: lowest, last, step }, bounds);
  return { first: Number(lowest), last: Number(last), step: Number(step), isOpen };
}

function checkRange(text: string, range: { first: bigint; last: bigint; step: bigint }, { min, max }: Bounds): void {
  const { first, last, step } = range;
  if (first < min) throw new ParseError(`beginning of range (${first}) below minimum (${min}): ${text}`);
  if (last > max) throw new ParseError(`end of range (${last}) above maximum (${max}): ${text}`);
  if (first > last) throw new ParseError(`beginning of range (${first}) beyond end of range (${last}): ${text}`);
  if (step === 0n) throw new ParseError(`step of range should be a positive number: ${text}`);
}

function numberOrName(text: string, { min, names = [] }: Bounds): bigint {
  const index = names.indexOf(text.toLowerCase());
  return index < 0 ? naturalNumber(text) : BigInt(index + min);
}

function naturalNumber(text: string): bigint {
  const value = readGoInt(text);
  if (typeof value === "string") {
    throw new ParseError(`failed to parse int from ${text}: ${goIntFaultText(text, value, "Atoi")}`);
  }
  if (value < 0n) throw new ParseError(`negative number (${value}) not allowed: ${text}`);
  return value;
}

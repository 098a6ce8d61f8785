/** Time zones by name (`Europe/Berlin`) and by their difference to UTC (`-02:30`). */
import { goIntFaultText, readGoInt } from "../../../meta/go-int.ts";
import { timeZoneFault } from "../../../meta/time-zone.ts";
import { EvaluationError, type Timestamp } from "../../values/index.ts";
import { printedAsFormat } from "../printed-value.ts";

const formatters = new Map<string, Intl.DateTimeFormat>();
const formattersMax = 100;

/** Returns the difference to UTC in seconds at a time, or an error for an unknown zone. */
export function offsetOfZone(zone: string, time: Timestamp): number | EvaluationError {
  return zone.includes(":") ? fixedOffset(zone) : namedOffset(zone, time);
}

function fault(text: string): EvaluationError {
  return new EvaluationError(printedAsFormat(text));
}

/** Reads the hours before the first colon, and the minutes after it. They have no limits, as in the reference. */
function fixedOffset(zone: string): number | EvaluationError {
  const colon = zone.indexOf(":");
  const [hours, minutes] = [readPart(zone.slice(0, colon)), readPart(zone.slice(colon + 1))];
  if (hours instanceof EvaluationError) return hours;
  if (minutes instanceof EvaluationError) return minutes;
  return secondsOf(zone.startsWith("-") ? hours * 60n - minutes : hours * 60n + minutes);
}

const nanosPerMinute = 60_000_000_000n;
const nanosPerSecond = 1_000_000_000n;

/** The reference computes the offset as a duration of 64 bits, and does not notice an overflow. */
function secondsOf(minutes: bigint): number {
  const nanos = BigInt.asIntN(64, minutes * nanosPerMinute);
  return Math.trunc(Number(nanos / nanosPerSecond) + Number(nanos % nanosPerSecond) / 1e9);
}

function readPart(text: string): bigint | EvaluationError {
  const value = readGoInt(text);
  return typeof value === "bigint" ? value : fault(goIntFaultText(text, value, "Atoi"));
}

function namedOffset(zone: string, { seconds }: Timestamp): number | EvaluationError {
  if (zone === "" || zone === "UTC" || zone === "Local") return 0;
  const zoneFault = timeZoneFault(zone);
  if (zoneFault !== undefined) return fault(zoneFault);
  const parts = formatterOf(zone).formatToParts(new Date(seconds * 1000));
  const fields = new Map(parts.map(({ type, value }) => [type, value]));
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(fields.get(type));
  const year = fields.get("era") === "BC" ? 1 - number("year") : number("year");
  const local = new Date(0);
  local.setUTCFullYear(year, number("month") - 1, number("day"));
  local.setUTCHours(number("hour"), number("minute"), number("second"));
  return local.getTime() / 1000 - seconds;
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    if (formatters.size >= formattersMax) formatters.clear();
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

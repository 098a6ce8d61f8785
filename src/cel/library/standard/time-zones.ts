/** Time zones by name (`Europe/Berlin`) and by their difference to UTC (`-02:30`). */
import { goIntFaultText, readGoInt } from "../../../meta/go-int.ts";
import { timeZoneFault } from "../../../meta/time-zone.ts";
import { EvaluationError, type Timestamp } from "../../values/index.ts";

const formatters = new Map<string, Intl.DateTimeFormat>();
const formattersMax = 100;

/** Returns the difference to UTC in seconds at a time, or an error for an unknown zone. */
export function offsetOfZone(zone: string, time: Timestamp): number | EvaluationError {
  return zone.includes(":") ? fixedOffset(zone) : namedOffset(zone, time);
}

/** Reads the hours before the first colon, and the minutes after it. They have no limits, as in the reference. */
function fixedOffset(zone: string): number | EvaluationError {
  const colon = zone.indexOf(":");
  const [hours, minutes] = [readPart(zone.slice(0, colon)), readPart(zone.slice(colon + 1))];
  if (hours instanceof EvaluationError) return hours;
  if (minutes instanceof EvaluationError) return minutes;
  return (zone.startsWith("-") ? hours * 60 - minutes : hours * 60 + minutes) * 60;
}

function readPart(text: string): number | EvaluationError {
  const value = readGoInt(text);
  return typeof value === "bigint" ? Number(value) : new EvaluationError(goIntFaultText(text, value, "Atoi"));
}

function namedOffset(zone: string, { seconds }: Timestamp): number | EvaluationError {
  if (zone === "" || zone === "UTC" || zone === "Local") return 0;
  const fault = timeZoneFault(zone);
  if (fault !== undefined) return new EvaluationError(fault);
  const fields = new Map(
    formatterOf(zone)
      .formatToParts(new Date(seconds * 1000))
      .map(({ type, value }) => [type, value]),
  );
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(fields.get(type));
  const local = new Date(0);
  local.setUTCFullYear(
    fields.get("era") === "BC" ? 1 - number("year") : number("year"),
    number("month") - 1,
    number("day"),
  );
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

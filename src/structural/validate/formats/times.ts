/** Formats of dates, times and durations. */
import { parseDuration } from "../../../meta/duration.ts";
import { ParseError } from "../../../meta/parse-error.ts";

const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Whether the text is a date such as `2006-01-02` that exists. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const days = daysOfMonths[Number(month) - 1];
  if (days === undefined || Number(day) < 1 || Number(day) > days) return false;
  return month !== "02" || day !== "29" || isLeapYear(Number(year));
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Whether the text is a date and a time. As in the reference, a second `t` ends the time, and the offset can have any value. */
export function isDateTime(text: string): boolean {
  const [date = "", time] = text.toLowerCase().split("t", 2);
  if (time === undefined || !isDate(date)) return false;
  const [, hour = "99", minute = "", second = ""] =
    /^(\d\d):(\d\d):(\d\d)(?:[^\n]\d+)?(?:z|[+-]\d\d:\d\d)$/.exec(time) ?? [];
  return hour <= "23" && minute <= "59" && second <= "59";
}

/** Names of units. A unit that begins with the last name of its list counts as well, such as `seconds`. */
const unitNames: readonly (readonly string[])[] = [
  ["ns", "nano"],
  ["us", "\u00b5s", "micro"],
  ["ms", "milli"],
  ["s", "sec"],
  ["m", "min"],
  ["h", "hr", "hour"],
  ["d", "day"],
  ["w", "wk", "week"],
];

const int64Max = 2n ** 63n - 1n;
/** Longer numbers with leading zeros do not occur. */
const digitsMax = 100;

/** Whether the text is a duration in Go's syntax, or contains a number with a unit such as `3 days`. */
export function isDuration(text: string): boolean {
  if (isGoDuration(text)) return true;
  let found = false;
  for (const [, digits = "", unit = ""] of text.matchAll(/(\d+)[\t\n\f\r ]*([A-Za-z\u00b5]+)/g)) {
    if (digits.length > digitsMax || BigInt(digits) > int64Max) return false;
    found ||= isUnit(unit.toLowerCase());
  }
  return found;
}

function isUnit(unit: string): boolean {
  return unitNames.some((names) => names.includes(unit) || unit.startsWith(names.at(-1) ?? ""));
}

function isGoDuration(text: string): boolean {
  try {
    parseDuration(text);
    return true;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}

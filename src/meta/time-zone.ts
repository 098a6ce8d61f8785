/** Names in the time zone database, as far as the JavaScript engine supports them. */
import { faultUnless } from "./format-faults.ts";
import { hasDatabaseSpelling } from "./time-zone-names.ts";

const knownNames = new Map<string, boolean>();

/**
 * Maximum size of the cache. Results are cached because only the construction of an `Intl.DateTimeFormat` shows whether
 * a name exists. It takes 1,000 times as long; see docs/performance.md, "Micro-measurements", "timeZoneFault".
 */
const knownNamesMax = 1000;

/** Longer than any name in the database. */
const nameLengthMax = 255;

/**
 * Returns Go's error message for a time zone that cannot be loaded; undefined if it can. The empty name is UTC, `Local`
 * is the zone of the machine.
 */
export function timeZoneFault(name: string): string | undefined {
  if (name === "" || name === "Local") return undefined;
  if (name.includes("..") || /^[/\\]/.test(name)) return "time: invalid location name";
  return isKnown(name) ? undefined : `unknown time zone ${name}`;
}

/** Whether the name follows the spelling rules of the database. A part of a name has at most 14 characters. */
function hasTimeZoneSpelling(name: string): boolean {
  return name.split("/").every((part) => part !== "." && part !== ".." && /^(?!-)[A-Za-z.\-_0-9+]{1,14}$/.test(part));
}

/** Returns the faults of a CronJob's `timeZone`. */
export function checkTimeZone(text: string): string[] {
  if (text === "") return ["timeZone must be nil or non-empty string"];
  if (!hasTimeZoneSpelling(text)) return [`unknown time zone ${text}`];
  const fault = timeZoneFault(text);
  return [
    ...faultUnless(
      text.toLowerCase() !== "local",
      "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones",
    ),
    ...(fault === undefined ? [] : [fault]),
  ];
}

function isKnown(name: string): boolean {
  let isName = knownNames.get(name);
  if (isName === undefined) {
    isName = name.length <= nameLengthMax && hasDatabaseSpelling(name) && canFormat(name);
    if (knownNames.size >= knownNamesMax) knownNames.clear();
    knownNames.set(name, isName);
  }
  return isName;
}

function canFormat(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

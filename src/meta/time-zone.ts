/** Names of the time zone database, as far as the running JavaScript engine knows them. */
import { faultUnless } from "./format-faults.ts";

const known = new Map<string, boolean>();

/** Names asked for lately are remembered: building a formatter, the only way to ask, takes a while. */
const knownMax = 1000;

/** No part of a real name is longer than 14 characters, nor is any name longer than this. */
const nameLengthMax = 255;

/**
 * What Go says when it cannot load the zone; undefined when it can. The empty name is UTC, `Local` the machine's zone.
 * Letters count in either case.
 */
export function timeZoneFault(name: string): string | undefined {
  if (name === "" || name === "Local") return undefined;
  if (name.includes("..") || /^[/\\]/.test(name)) return "time: invalid location name";
  return isKnown(name) ? undefined : `unknown time zone ${name}`;
}

/** Whether the name keeps to the spelling rules of the database; the words of old names are let through. */
function hasTimeZoneSpelling(name: string): boolean {
  return name.split("/").every((part) => part !== "." && part !== ".." && /^(?!-)[A-Za-z.\-_0-9+]{1,14}$/.test(part));
}

/** The format of a CronJob's timeZone. */
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
  let answer = known.get(name);
  if (answer === undefined) {
    answer = name.length <= nameLengthMax && canFormat(name);
    if (known.size >= knownMax) known.clear();
    known.set(name, answer);
  }
  return answer;
}

function canFormat(timeZone: string): boolean {
  // Newer engines also take offsets such as `+01`, which name no zone.
  if (/^[+\-\d]/.test(timeZone)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

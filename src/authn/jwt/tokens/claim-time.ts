/** Times in claims: seconds since 1970, as a number or as the text of a number. */
import { goUnixSeconds } from "../../go-unix-seconds.ts";

/** Returns the time in a claim in milliseconds, without fractions of a second. Undefined if the value is no number. */
export function claimTime(value: unknown): number | undefined {
  const seconds = secondsOf(value);
  return seconds === undefined || !Number.isFinite(seconds) ? undefined : goUnixSeconds(seconds) * 1000;
}

function secondsOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  return typeof value === "string" && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value) ? Number(value) : undefined;
}

/** Times between these years have a printed form. */
const [firstMs, lastMs] = [-62_135_596_800_000, 253_402_300_799_000];

/** Returns a time as Go prints it: `2030-01-01 00:00:00 +0000 UTC`. */
export function goTimeOf(ms: number): string {
  const shown = new Date(Math.min(Math.max(ms, firstMs), lastMs)).toISOString();
  const [date, time = ""] = shown.split("T");
  return `${date} ${time.slice(0, 8)} +0000 UTC`;
}

/** Flags that determine how servers log. */
import type { FlagSpec } from "../flags/flag-spec.ts";

/** Flags of every command that logs. */
export const loggingFlags = [
  {
    name: "logging-format",
    type: "enum",
    values: ["text", "json"],
    default: "text",
    group: "Logging",
    doc: "Format of the log lines on standard error.",
  },
] as const satisfies readonly FlagSpec[];

/** Flags of servers that log. */
export const serverLoggingFlags = [
  ...loggingFlags,
  {
    name: "v",
    short: "v",
    type: "integer",
    min: 0,
    max: 2_147_483_647,
    default: 0,
    group: "Logging",
    doc: "Detail of the log, by the levels of the reference. From 5, each action that roles do not allow is logged.",
  },
] as const satisfies readonly FlagSpec[];

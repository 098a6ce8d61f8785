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

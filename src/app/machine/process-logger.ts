import { systemClock } from "../../base/clock.ts";
import { createLogger, type Logger, type LoggerOptions } from "../../base/logger.ts";

/** Returns the logger of this process, which writes to standard error. */
export function processLogger(options: Pick<LoggerOptions, "format" | "verbosity">): Logger {
  return createLogger({ ...options, clock: systemClock, write: (line) => process.stderr.write(line) });
}

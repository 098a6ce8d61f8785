import { systemClock } from "../../base/clock.ts";
import { createLogger, type LogFormat, type Logger } from "../../base/logger.ts";

/** Returns the logger of this process, which writes to standard error. */
export function processLogger(format: LogFormat): Logger {
  return createLogger({ format, clock: systemClock, write: (line) => process.stderr.write(line) });
}

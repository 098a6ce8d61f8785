/** A logger whose lines a test reads. */
import type { LogFields, Logger, LogLevel } from "../../base/logger.ts";

/** One logged line. */
export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: LogFields;
  readonly cause?: unknown;
}

/** Returns a logger, and the list to which it adds each line. */
export function recordingLogger(): { readonly logger: Logger; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const logger: Logger = {
    verbosity: 0,
    setVerbosity: () => undefined,
    info: (message, fields = {}) => lines.push({ level: "info", message, fields }),
    warning: (message, fields = {}) => lines.push({ level: "warning", message, fields }),
    error: (message, cause, fields = {}) => lines.push({ level: "error", message, fields, cause }),
    with: () => logger,
  };
  return { logger, lines };
}

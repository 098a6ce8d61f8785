/**
 * Structured log lines: text for people or JSON for programs, with the same fields. Callers log names and identifiers,
 * never bodies, tokens, keys or headers.
 */
import { inspect } from "node:util";
import type { Clock } from "./clock.ts";

/** Format of log lines. */
export type LogFormat = "text" | "json";
/** Severity of a log line. */
export type LogLevel = "info" | "warning" | "error";
/** Named values on a log line. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes log lines. */
export interface Logger {
  /** How much detail is logged, by the levels of the reference. Callers check it before they log details. */
  readonly verbosity: number;
  /** Changes the detail, also of all loggers that write to the same output. */
  setVerbosity(verbosity: number): void;
  info(message: string, fields?: LogFields): void;
  warning(message: string, fields?: LogFields): void;
  /** @param cause printed with its stack and its causes */
  error(message: string, cause?: unknown, fields?: LogFields): void;
  /** Returns a logger that adds `fields` to every line and writes to the same output. */
  with(fields: LogFields): Logger;
}

/** Options of `createLogger`. */
export interface LoggerOptions {
  readonly format: LogFormat;
  readonly clock: Clock;
  readonly write: (line: string) => void;
  /** Default: 0. */
  readonly verbosity?: number;
}

/** Returns a logger. */
export function createLogger(options: LoggerOptions): Logger {
  return boundLogger(options, { verbosity: options.verbosity ?? 0 }, {});
}

/** @param detail shared by all loggers of the output */
function boundLogger(options: LoggerOptions, detail: { verbosity: number }, bound: LogFields): Logger {
  const log = (level: LogLevel, message: string, fields: LogFields): void => {
    const time = new Date(options.clock.nowMs()).toISOString();
    const render = options.format === "json" ? jsonLine : textLine;
    options.write(`${render(time, level, message, { ...bound, ...fields })}\n`);
  };
  return {
    get verbosity() {
      return detail.verbosity;
    },
    setVerbosity: (verbosity) => {
      detail.verbosity = verbosity;
    },
    info: (message, fields = {}) => log("info", message, fields),
    warning: (message, fields = {}) => log("warning", message, fields),
    error: (message, cause, fields = {}) =>
      log("error", message, cause === undefined ? fields : { ...fields, error: describeError(cause) }),
    with: (fields) => boundLogger(options, detail, { ...bound, ...fields }),
  };
}

/** Logs nothing, for servers without log output, such as most in tests. */
export const silentLogger: Logger = {
  verbosity: 0,
  setVerbosity: () => undefined,
  info: () => undefined,
  warning: () => undefined,
  error: () => undefined,
  with: () => silentLogger,
};

const causeDepthMax = 5;

/** Returns the stack of an error and of its causes as one text. */
export function describeError(error: unknown): string {
  const parts: string[] = [];
  for (let current = error; current !== undefined && parts.length < causeDepthMax; ) {
    parts.push(current instanceof Error ? (current.stack ?? current.message) : inspect(current));
    current = current instanceof Error ? current.cause : undefined;
  }
  return parts.join("\ncaused by: ");
}

function jsonLine(time: string, level: LogLevel, message: string, fields: LogFields): string {
  return JSON.stringify({ ts: time, level, msg: message, ...fields });
}

function textLine(time: string, level: LogLevel, message: string, fields: LogFields): string {
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${typeof value === "string" ? quoteIfNeeded(value) : String(value)}`);
  return `${time} ${level.toUpperCase().padEnd(7)} ${message}${pairs.join("")}`;
}

function quoteIfNeeded(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : JSON.stringify(text);
}

/**
 * Structured log lines on one stream: text for people, JSON for machines, the same fields in both.
 * Callers pass names and identifiers, never bodies, tokens, keys or headers.
 */
import { inspect } from "node:util";
import type { Clock } from "./clock.ts";

export type LogFormat = "text" | "json";
export type LogLevel = "info" | "warning" | "error";
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Logger {
  info(message: string, fields?: LogFields): void;
  warning(message: string, fields?: LogFields): void;
  /** @param cause printed with its stack and the causes behind it */
  error(message: string, cause?: unknown, fields?: LogFields): void;
  /** The same stream with `fields` on every line. */
  with(fields: LogFields): Logger;
}

export interface LoggerOptions {
  readonly format: LogFormat;
  readonly clock: Clock;
  readonly write: (line: string) => void;
}

export function createLogger(options: LoggerOptions, bound: LogFields = {}): Logger {
  const log = (level: LogLevel, message: string, fields: LogFields): void => {
    const time = new Date(options.clock.nowMs()).toISOString();
    const render = options.format === "json" ? jsonLine : textLine;
    options.write(`${render(time, level, message, { ...bound, ...fields })}\n`);
  };
  return {
    info: (message, fields = {}) => log("info", message, fields),
    warning: (message, fields = {}) => log("warning", message, fields),
    error: (message, cause, fields = {}) =>
      log("error", message, cause === undefined ? fields : { ...fields, error: describeError(cause) }),
    with: (fields) => createLogger(options, { ...bound, ...fields }),
  };
}

/** For servers that nobody asked to speak, such as most in tests. */
export const silentLogger: Logger = {
  info: () => undefined,
  warning: () => undefined,
  error: () => undefined,
  with: () => silentLogger,
};

const causeDepthMax = 5;

/** The stack of an error and of its causes, one text. */
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

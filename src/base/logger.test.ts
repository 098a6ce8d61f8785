import { describe, expect, test } from "vitest";
import { createLogger, describeError, type LogFormat, type Logger, silentLogger } from "./logger.ts";
import { ManualClock } from "./manual-clock.ts";

function loggerInto(lines: string[], format: LogFormat): Logger {
  return createLogger({ format, clock: new ManualClock(), write: (line) => lines.push(line) });
}

describe("text lines", () => {
  test("text lines contain time, level, message and fields", () => {
    const lines: string[] = [];
    const logger = loggerInto(lines, "text");
    logger.info("ready");
    logger.warning("slow request", { path: "/api/v1/pods", durationMs: 1200, cached: false, nothing: undefined });
    expect(lines).toEqual([
      "2025-01-01T00:00:00.000Z INFO    ready\n",
      "2025-01-01T00:00:00.000Z WARNING slow request path=/api/v1/pods durationMs=1200 cached=false\n",
    ]);
  });

  test.each([
    ["", '""'],
    ["two words", '"two words"'],
    ['a"quote', '"a\\"quote"'],
    ["a\nnew line", '"a\\nnew line"'],
    ["a=b", '"a=b"'],
    ["user@host:80/path_1.2-3", "user@host:80/path_1.2-3"],
  ])("text lines quote the value %j if necessary", (value, shown) => {
    const lines: string[] = [];
    loggerInto(lines, "text").info("m", { value });
    expect(lines).toEqual([`2025-01-01T00:00:00.000Z INFO    m value=${shown}\n`]);
  });

  test("a text line has no line break, even if the message has", () => {
    const lines: string[] = [];
    loggerInto(lines, "text").error("failed", new Error("two\nlines"), { path: "/a\r\nb" });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toContain("\n");
  });
});

test("JSON lines contain the same as members", () => {
  const lines: string[] = [];
  const logger = loggerInto(lines, "json");
  logger.warning('a "message"', { path: "/a\nb", count: 3, ok: true, nothing: undefined });
  expect(lines).toHaveLength(1);
  expect(lines[0]?.endsWith("\n")).toBe(true);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    ts: "2025-01-01T00:00:00.000Z",
    level: "warning",
    msg: 'a "message"',
    path: "/a\nb",
    count: 3,
    ok: true,
  });
});

test("with() adds fields to every line, and fields of the line take precedence", () => {
  const lines: string[] = [];
  const logger = loggerInto(lines, "json").with({ component: "feed", id: 1 }).with({ more: "x" });
  logger.info("a");
  logger.info("b", { id: 2 });
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { component: "feed", id: 1, more: "x", msg: "a" },
    { component: "feed", id: 2, more: "x", msg: "b" },
  ]);
});

describe("errors", () => {
  test("error() logs an error with its causes", () => {
    const lines: string[] = [];
    const cause = new Error("the disk is full");
    loggerInto(lines, "json").error("a write failed", new Error("no commit", { cause }), { key: "k" });
    const { level, msg, key, error } = JSON.parse(lines[0] ?? "") as Record<string, string>;
    expect({ level, msg, key }).toEqual({ level: "error", msg: "a write failed", key: "k" });
    expect(error).toMatch(/^Error: no commit\n {4}at .*\ncaused by: Error: the disk is full\n {4}at /s);
  });

  test("error() accepts a message without an error", () => {
    const lines: string[] = [];
    loggerInto(lines, "json").error("plain");
    expect(JSON.parse(lines[0] ?? "")).toEqual({ ts: "2025-01-01T00:00:00.000Z", level: "error", msg: "plain" });
  });

  test("describeError() describes any thrown value", () => {
    expect(describeError("a text")).toBe("'a text'");
    expect(describeError({ code: 5 })).toBe("{ code: 5 }");
    expect(describeError(new Error("outer", { cause: "inner" }))).toMatch(/caused by: 'inner'$/);
    expect(describeError(undefined)).toBe("");
  });

  test("describeError() describes at most five causes", () => {
    const one = new Error("one");
    const two = new Error("two", { cause: one });
    one.cause = two;
    expect(describeError(one).match(/caused by: /g)).toHaveLength(4);
  });
});

test("the silent logger logs nothing", () => {
  const silent = silentLogger.with({ a: 1 });
  silent.info("x");
  silent.warning("x");
  silent.error("x", new Error("y"));
  expect(silent).toBe(silentLogger);
});

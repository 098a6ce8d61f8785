import { describe, expect, test } from "vitest";
import { createLogger, describeError, type LogFormat, type Logger, silentLogger } from "./logger.ts";
import { ManualClock } from "./manual-clock.ts";

function loggerInto(lines: string[], format: LogFormat): Logger {
  return createLogger({ format, clock: new ManualClock(), write: (line) => lines.push(line) });
}

describe("text lines", () => {
  test("hold time, level, message and fields", () => {
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
  ])("quote the value %j where it would be misread", (value, shown) => {
    const lines: string[] = [];
    loggerInto(lines, "text").info("m", { value });
    expect(lines).toEqual([`2025-01-01T00:00:00.000Z INFO    m value=${shown}\n`]);
  });

  test("stay one line, whatever is logged", () => {
    const lines: string[] = [];
    loggerInto(lines, "text").error("failed", new Error("two\nlines"), { path: "/a\r\nb" });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toContain("\n");
  });
});

test("JSON lines hold the same as members", () => {
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

test("fields that are bound stand on every line; a line's own win", () => {
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
  test("are logged with their causes behind them", () => {
    const lines: string[] = [];
    const cause = new Error("the disk is full");
    loggerInto(lines, "json").error("a write failed", new Error("no commit", { cause }), { key: "k" });
    const { level, msg, key, error } = JSON.parse(lines[0] ?? "") as Record<string, string>;
    expect({ level, msg, key }).toEqual({ level: "error", msg: "a write failed", key: "k" });
    expect(error).toMatch(/^Error: no commit\n {4}at .*\ncaused by: Error: the disk is full\n {4}at /s);
  });

  test("need not have a cause", () => {
    const lines: string[] = [];
    loggerInto(lines, "json").error("plain");
    expect(JSON.parse(lines[0] ?? "")).toEqual({ ts: "2025-01-01T00:00:00.000Z", level: "error", msg: "plain" });
  });

  test("are described whatever was thrown", () => {
    expect(describeError("a text")).toBe("'a text'");
    expect(describeError({ code: 5 })).toBe("{ code: 5 }");
    expect(describeError(new Error("outer", { cause: "inner" }))).toMatch(/caused by: 'inner'$/);
    expect(describeError(undefined)).toBe("");
  });

  test("with causes in a circle are described with five at most", () => {
    const one = new Error("one");
    const two = new Error("two", { cause: one });
    one.cause = two;
    expect(describeError(one).match(/caused by: /g)).toHaveLength(4);
  });
});

test("the silent logger takes everything and says nothing", () => {
  const silent = silentLogger.with({ a: 1 });
  silent.info("x");
  silent.warning("x");
  silent.error("x", new Error("y"));
  expect(silent).toBe(silentLogger);
});

import { expect, test } from "vitest";
import { humanAge, humanDuration } from "./human-duration.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

test.each([
  [-2 * second, "<invalid>"],
  [-1999, "0s"],
  [-1, "0s"],
  [0, "0s"],
  [999, "0s"],
  [119 * second + 999, "119s"],
  [2 * minute, "2m"],
  [2 * minute + 1 * second, "2m1s"],
  [10 * minute - 1, "9m59s"],
  [10 * minute, "10m"],
  [3 * hour - 1, "179m"],
  [3 * hour, "3h"],
  [7 * hour + 59 * minute + 59 * second, "7h59m"],
  [8 * hour + 30 * minute, "8h"],
  [48 * hour - 1, "47h"],
  [2 * day, "2d"],
  [2 * day + 59 * minute, "2d"],
  [8 * day - 1, "7d23h"],
  [8 * day + 5 * hour, "8d"],
  [2 * year - 1, "729d"],
  [2 * year, "2y"],
  [2 * year + 1 * day, "2y1d"],
  [8 * year - 1, "7y364d"],
  [8 * year + 200 * day, "8y"],
  [100 * year, "100y"],
  [2025 * year, "292y"],
])("humanDuration() prints %d ms as %j", (durationMs, text) => {
  expect(humanDuration(durationMs)).toBe(text);
});

test("humanAge() counts up to the given time, and is unknown without a timestamp", () => {
  const nowMs = Date.UTC(2025, 0, 1, 0, 5, 30);
  expect(humanAge("2025-01-01T00:00:00Z")(nowMs)).toBe("5m30s");
  expect(humanAge("2025-01-01T00:00:00.500000Z")(nowMs)).toBe("5m29s");
  expect(humanAge("2025-01-01T00:00:30.000001Z")(nowMs)).toBe("4m59s");
  expect(humanAge("2026-01-01T00:00:00Z")(nowMs)).toBe("<invalid>");
  expect(humanAge(null)(nowMs)).toBe("<unknown>");
  expect(humanAge(undefined)(nowMs)).toBe("<unknown>");
});

test("humanAge() is unknown for the time that means that none is set, and at most 292 years for others", () => {
  const nowMs = Date.UTC(2025, 0, 1);
  expect(humanAge("0001-01-01T00:00:00Z")(nowMs)).toBe("<unknown>");
  expect(humanAge("0001-01-01T01:00:00+01:00")(nowMs)).toBe("<unknown>");
  expect(humanAge("0001-01-01T00:00:00.5Z")(nowMs)).toBe("292y");
  expect(humanAge("1740-06-01T00:00:00Z")(nowMs)).toBe("284y");
});

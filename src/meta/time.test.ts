import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ParseError } from "./parse-error.ts";
import {
  formatMicroTime,
  formatTime,
  normalizeMicroTime,
  normalizeTime,
  parseInstant,
  parseMicroInstant,
  parseTime,
} from "./time.ts";

const layout = "2006-01-02T15:04:05Z07:00";
const microLayout = "2006-01-02T15:04:05.000000Z07:00";

function mismatch(text: string, rest: string, element: string, as = layout): string {
  return `parsing time "${text}" as "${as}": cannot parse "${rest}" as "${element}"`;
}

describe("normalizeTime()", () => {
  test.each([
    ["2025-03-04T05:06:07Z", "2025-03-04T05:06:07Z"],
    ["2025-03-04T05:06:07.999999999Z", "2025-03-04T05:06:07Z"],
    ["2025-03-04T05:06:07,5Z", "2025-03-04T05:06:07Z"],
    ["2025-03-04T05:06:07+02:30", "2025-03-04T02:36:07Z"],
    ["2024-12-31T23:30:00-01:00", "2025-01-01T00:30:00Z"],
    ["2025-03-04T5:06:07Z", "2025-03-04T05:06:07Z"],
    ["2025-03-04T05:06:07+24:00", "2025-03-03T05:06:07Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"],
    ["1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59Z"],
    ["0000-01-01T01:00:00+01:00", "0000-01-01T00:00:00Z"],
    ["9999-12-31T22:59:59.9-01:00", "9999-12-31T23:59:59Z"],
    ["0099-01-01T00:00:00Z", "0099-01-01T00:00:00Z"],
  ])("the stored form of %j is %j", (text, stored) => {
    expect(normalizeTime(text)).toBe(stored);
  });

  test("the start of year 1 is stored as null", () => {
    expect(normalizeTime("0001-01-01T00:00:00Z")).toBeNull();
    expect(normalizeTime("0001-01-01T01:00:00+01:00")).toBeNull();
    expect(normalizeTime("0001-01-01T00:00:00.1Z")).toBe("0001-01-01T00:00:00Z");
  });

  test.each([
    ["", mismatch("", "", "2006")],
    ["x", mismatch("x", "x", "2006")],
    ["2025", mismatch("2025", "", "-")],
    ["2025-3-04T05:06:07Z", mismatch("2025-3-04T05:06:07Z", "3-04T05:06:07Z", "01")],
    ["2025-03-04 05:06:07Z", mismatch("2025-03-04 05:06:07Z", " 05:06:07Z", "T")],
    ["2025-03-04T05:06:07", mismatch("2025-03-04T05:06:07", "", "Z07:00")],
    ["2025-03-04T05:06:07z", mismatch("2025-03-04T05:06:07z", "z", "Z07:00")],
    ["2025-03-04T05:06:07+1:00", mismatch("2025-03-04T05:06:07+1:00", "+1:00", "Z07:00")],
    ["2025-03-04T05:06:07.Z", mismatch("2025-03-04T05:06:07.Z", ".Z", "Z07:00")],
    ["2025-13-04T05:06:07Z", 'parsing time "2025-13-04T05:06:07Z": month out of range'],
    ["2025-02-29T05:06:07Z", 'parsing time "2025-02-29T05:06:07Z": day out of range'],
    ["2025-04-31T05:06:07Z", 'parsing time "2025-04-31T05:06:07Z": day out of range'],
    ["2025-03-00T05:06:07Z", 'parsing time "2025-03-00T05:06:07Z": day out of range'],
    ["2025-03-04T24:06:07Z", 'parsing time "2025-03-04T24:06:07Z": hour out of range'],
    ["2025-03-04T05:60:07Z", 'parsing time "2025-03-04T05:60:07Z": minute out of range'],
    ["2025-03-04T05:06:60Z", 'parsing time "2025-03-04T05:06:60Z": second out of range'],
    ["2025-03-04T05:06:07+25:00", 'parsing time "2025-03-04T05:06:07+25:00": time zone offset hour out of range'],
    ["2025-03-04T05:06:07+01:61", 'parsing time "2025-03-04T05:06:07+01:61": time zone offset minute out of range'],
    ["0000-01-01T00:59:59+01:00", 'parsing time "0000-01-01T00:59:59+01:00": year out of range'],
    ["9999-12-31T23:59:59-00:01", 'parsing time "9999-12-31T23:59:59-00:01": year out of range'],
    ["2025-03-04T05:06:07Zx", 'parsing time "2025-03-04T05:06:07Zx": extra text: "x"'],
    ['"\u00e9', 'parsing time "\\"\\xc3\\xa9" as "2006-01-02T15:04:05Z07:00": cannot parse "\\"\\xc3\\xa9" as "2006"'],
  ])("normalizeTime() rejects %j", (text, message) => {
    expect(() => normalizeTime(text)).toThrow(new ParseError(message));
  });

  test("parseTime() reads milliseconds and parseInstant() reads nanoseconds", () => {
    expect(parseTime("1970-01-01T00:00:01.2345Z")).toBe(1234);
    expect(parseTime("1969-12-31T23:59:59.999Z")).toBe(-1);
    expect(parseInstant("1969-12-31T23:59:59.1234567899Z")).toEqual({ epochSeconds: -1, nanoseconds: 123_456_789 });
  });

  test("parseTime() reads the text of formatTime() as the same second", () => {
    const seconds = fc.integer({ min: -62_135_596_799, max: 253_402_300_799 });
    fc.assert(
      fc.property(seconds, fc.nat(999), (epochSeconds, ms) => {
        expect(parseInstant(formatTime(epochSeconds * 1000 + ms))).toEqual({ epochSeconds, nanoseconds: 0 });
      }),
    );
  });
});

describe("normalizeMicroTime()", () => {
  test.each([
    ["2025-03-04T05:06:07.123456Z", "2025-03-04T05:06:07.123456Z"],
    ["2025-03-04T05:06:07.000001+01:00", "2025-03-04T04:06:07.000001Z"],
    ["1969-12-31T23:59:59.900000Z", "1969-12-31T23:59:59.900000Z"],
  ])("the stored form of %j is %j", (text, stored) => {
    expect(normalizeMicroTime(text)).toBe(stored);
  });

  test("the start of year 1 is stored as null", () => {
    expect(normalizeMicroTime("0001-01-01T00:00:00.000000Z")).toBeNull();
    expect(normalizeMicroTime("0001-01-01T00:00:00.000001Z")).toBe("0001-01-01T00:00:00.000001Z");
  });

  test.each([
    ["2025-03-04T05:06:07Z", "Z", ".000000"],
    ["2025-03-04T05:06:07.12Z", ".12Z", ".000000"],
    ["2025-03-04T05:06:07.1234567Z", "7Z", "Z07:00"],
  ])("normalizeMicroTime() rejects %j, because it needs six fraction digits", (text, rest, element) => {
    expect(() => parseMicroInstant(text)).toThrow(new ParseError(mismatch(text, rest, element, microLayout)));
  });
});

test("formatTime() and formatMicroTime() cut off smaller fractions", () => {
  expect(formatTime(Date.UTC(2025, 0, 2, 3, 4, 5, 999))).toBe("2025-01-02T03:04:05Z");
  expect(formatTime(-1)).toBe("1969-12-31T23:59:59Z");
  expect(formatMicroTime(Date.UTC(2025, 0, 2, 3, 4, 5, 67))).toBe("2025-01-02T03:04:05.067000Z");
  expect(formatMicroTime(-1)).toBe("1969-12-31T23:59:59.999000Z");
});

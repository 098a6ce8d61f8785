import { describe, expect, test } from "vitest";
import { EvaluationError, Timestamp } from "../../values/index.ts";
import { offsetOfZone } from "./time-zones.ts";

/** 2025-01-01T00:00:00Z. */
const winter = new Timestamp(1_735_689_600, 0);
/** 2025-07-01T00:00:00Z. */
const summer = new Timestamp(1_751_328_000, 0);
const hour = 3600;

describe("offsetOfZone()", () => {
  test("a named zone has summer time", () => {
    expect(offsetOfZone("Europe/Berlin", winter)).toBe(hour);
    expect(offsetOfZone("Europe/Berlin", summer)).toBe(2 * hour);
    expect(offsetOfZone("Asia/Kathmandu", summer)).toBe(5.75 * hour);
    expect(offsetOfZone("US/Central", winter)).toBe(-6 * hour);
    expect(offsetOfZone("EST5EDT", summer)).toBe(-4 * hour);
  });

  test("the empty name and UTC are UTC", () => {
    expect(offsetOfZone("", winter)).toBe(0);
    expect(offsetOfZone("UTC", winter)).toBe(0);
  });

  test.each(["europe/berlin", "EUROPE/BERLIN", "utc", "Us/Central", "est", "PST", "Canada/East-Saskatchewan", "+01"])(
    "%s is unknown, although JavaScript knows some of these names",
    (zone) => {
      expect(offsetOfZone(zone, winter)).toEqual(new EvaluationError(`unknown time zone ${zone}`));
    },
  );

  test("a name cannot lead out of the database", () => {
    expect(offsetOfZone("../etc/passwd", winter)).toEqual(new EvaluationError("time: invalid location name"));
  });

  test("a percent sign in a name begins a verb, as in the reference", () => {
    expect(offsetOfZone("a%d", winter)).toEqual(new EvaluationError("unknown time zone a%!d(MISSING)"));
  });

  test.each([
    ["-02:30", -9000],
    ["+05:45", 20_700],
    ["00:00", 0],
    ["-00:30", -1800],
    ["14:00", 14 * hour],
    ["+100:99", 100 * hour + 99 * 60],
    ["-01:-30", -1800],
    ["+9223372036854775807:00", -hour],
  ])("%s is an offset of %d seconds", (zone, seconds) => {
    expect(offsetOfZone(zone, winter)).toBe(seconds);
  });

  test.each([
    [":30", 'strconv.Atoi: parsing "": invalid syntax'],
    ["1:2:3", 'strconv.Atoi: parsing "2:3": invalid syntax'],
    ["99999999999999999999:00", 'strconv.Atoi: parsing "99999999999999999999": value out of range'],
  ])("%s is not an offset", (zone, message) => {
    expect(offsetOfZone(zone, winter)).toEqual(new EvaluationError(message));
  });
});

import { describe, expect, test } from "vitest";
import { type CronField, type CronFields, parseCronSchedule } from "./cron-schedule.ts";
import { ParseError } from "./parse-error.ts";

function fieldsOf(text: string): CronFields {
  const schedule = parseCronSchedule(text);
  if (schedule.kind !== "fields") throw new Error(`${text} has no fields`);
  return schedule;
}

function valuesOf(field: CronField): number[] {
  return [...field.values].sort((left, right) => left - right);
}

describe("parseCronSchedule() with five fields", () => {
  test.each([
    ["5", [5]],
    ["1,2,2,3", [1, 2, 3]],
    ["1-4", [1, 2, 3, 4]],
    ["10-20/5", [10, 15, 20]],
    ["50/4", [50, 54, 58]],
    ["*/20", [0, 20, 40]],
    ["?/30", [0, 30]],
    ["*/99999999999999", [0]],
    ["1,,2,", [1, 2]],
  ])("parseCronSchedule() reads the minutes of %j", (text, minutes) => {
    expect(valuesOf(fieldsOf(`${text} * * * *`).minutes)).toEqual(minutes);
  });

  test("parseCronSchedule() reads names of months and days in any letter case", () => {
    const schedule = fieldsOf("0 0 1 JAN-mar,Dec sun,FRI-sat");
    expect(valuesOf(schedule.months)).toEqual([1, 2, 3, 12]);
    expect(valuesOf(schedule.daysOfWeek)).toEqual([0, 5, 6]);
  });

  test("parseCronSchedule() distinguishes a star from a list of the same values", () => {
    const schedule = fieldsOf("*/1 0-23 ? */2 0-6");
    expect(schedule.minutes.isStar).toBe(true);
    expect(schedule.hours).toEqual({ values: new Set(Array.from({ length: 24 }, (_, hour) => hour)), isStar: false });
    expect(schedule.daysOfMonth.isStar).toBe(true);
    expect(schedule.months.isStar).toBe(false);
    expect(schedule.daysOfWeek.isStar).toBe(false);
  });

  test("parseCronSchedule() reads a time zone before the five fields", () => {
    expect(fieldsOf("TZ=Europe/Berlin 0 6 * * *").timeZone).toBe("Europe/Berlin");
    expect(fieldsOf("CRON_TZ=UTC  @daily").timeZone).toBe("UTC");
    expect(fieldsOf("0 6 * * *").timeZone).toBeUndefined();
  });
});

describe("parseCronSchedule() with a descriptor", () => {
  test.each([
    ["@yearly", "0 0 1 1 *"],
    ["@annually", "0 0 1 1 *"],
    ["@monthly", "0 0 1 * *"],
    ["@weekly", "0 0 * * 0"],
    ["@daily", "0 0 * * *"],
    ["@midnight", "0 0 * * *"],
    ["@hourly", "0 * * * *"],
  ])("parseCronSchedule() reads %j as %j", (descriptor, fields) => {
    expect(parseCronSchedule(descriptor)).toEqual(parseCronSchedule(fields));
  });

  test("parseCronSchedule() reads `@every` as whole seconds, at least one", () => {
    expect(parseCronSchedule("@every 1h30m")).toEqual({ kind: "interval", everySeconds: 5400 });
    expect(parseCronSchedule("@every 1.9s")).toEqual({ kind: "interval", everySeconds: 1 });
    expect(parseCronSchedule("@every 5ms")).toEqual({ kind: "interval", everySeconds: 1 });
  });
});

test.each([
  ["", "empty spec string"],
  ["* * * *", "expected exactly 5 fields, found 4: [* * * *]"],
  ["0 0 * * * *", "expected exactly 5 fields, found 6: [0 0 * * * *]"],
  ["60 * * * *", "end of range (60) above maximum (59): 60"],
  ["* * 0 * *", "beginning of range (0) below minimum (1): 0"],
  ["* * * * 7", "end of range (7) above maximum (6): 7"],
  ["5-1 * * * *", "beginning of range (5) beyond end of range (1): 5-1"],
  ["*/0 * * * *", "step of range should be a positive number: */0"],
  ["1-2-3 * * * *", "too many hyphens: 1-2-3"],
  ["1/2/3 * * * *", "too many slashes: 1/2/3"],
  ["x * * * *", 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
  ["-5 * * * *", 'failed to parse int from : strconv.Atoi: parsing "": invalid syntax'],
  ["*/-2 * * * *", "negative number (-2) not allowed: -2"],
  ["jan * * * *", 'failed to parse int from jan: strconv.Atoi: parsing "jan": invalid syntax'],
  ["@often", "unrecognized descriptor: @often"],
  ["@every x", 'failed to parse duration @every x: time: invalid duration "x"'],
  ["TZ=Foo * * * * *", "provided bad location Foo: unknown time zone Foo"],
  ["TZ=UTC", "expected exactly 5 fields, found 0: []"],
])("parseCronSchedule() rejects %j", (text, message) => {
  expect(() => parseCronSchedule(text)).toThrow(new ParseError(message));
});

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

describe("five fields", () => {
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
  ])("minutes %j", (text, minutes) => {
    expect(valuesOf(fieldsOf(`${text} * * * *`).minutes)).toEqual(minutes);
  });

  test("names months and days of the week in any case", () => {
    const schedule = fieldsOf("0 0 1 JAN-mar,Dec sun,FRI-sat");
    expect(valuesOf(schedule.months)).toEqual([1, 2, 3, 12]);
    expect(valuesOf(schedule.daysOfWeek)).toEqual([0, 5, 6]);
  });

  test("tell a star from the same values written out", () => {
    const schedule = fieldsOf("*/1 0-23 ? */2 0-6");
    expect(schedule.minutes.star).toBe(true);
    expect(schedule.hours).toEqual({ values: new Set(Array.from({ length: 24 }, (_, hour) => hour)), star: false });
    expect(schedule.daysOfMonth.star).toBe(true);
    expect(schedule.months.star).toBe(false);
    expect(schedule.daysOfWeek.star).toBe(false);
  });

  test("may stand behind a time zone", () => {
    expect(fieldsOf("TZ=Europe/Berlin 0 6 * * *").timeZone).toBe("Europe/Berlin");
    expect(fieldsOf("CRON_TZ=UTC  @daily").timeZone).toBe("UTC");
    expect(fieldsOf("0 6 * * *").timeZone).toBeUndefined();
  });
});

describe("descriptors", () => {
  test.each([
    ["@yearly", "0 0 1 1 *"],
    ["@annually", "0 0 1 1 *"],
    ["@monthly", "0 0 1 * *"],
    ["@weekly", "0 0 * * 0"],
    ["@daily", "0 0 * * *"],
    ["@midnight", "0 0 * * *"],
    ["@hourly", "0 * * * *"],
  ])("%j is %j", (descriptor, fields) => {
    expect(parseCronSchedule(descriptor)).toEqual(parseCronSchedule(fields));
  });

  test("can give an interval of whole seconds, one at least", () => {
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
])("%j is refused", (text, message) => {
  expect(() => parseCronSchedule(text)).toThrow(new ParseError(message));
});

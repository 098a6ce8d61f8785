import { expect, test } from "vitest";
import { checkTimeZone, timeZoneFault } from "./time-zone.ts";

test.each(["UTC", "Etc/UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "US/Eastern", "EST5EDT", "Etc/GMT+5"])(
  "checkTimeZone() accepts %j",
  (name) => {
    expect(timeZoneFault(name)).toBeUndefined();
    expect(checkTimeZone(name)).toEqual([]);
  },
);

test.each([
  "Foo",
  "Europe/Nowhere",
  "europe/berlin",
  "utc",
  "EUROPE/BERLIN",
  "est5edt",
  "US/pacific",
  "+01",
  "+01:00",
  "5",
  "-01",
  "Europe/",
  "x".repeat(1e6),
])("timeZoneFault() names the unknown zone", (name) => {
  expect(timeZoneFault(name)).toBe(`unknown time zone ${name}`);
  expect(checkTimeZone(name)).toEqual([`unknown time zone ${name}`]);
});

test("timeZoneFault() reports a name that leaves the database's directory as invalid", () => {
  expect(timeZoneFault("../etc")).toBe("time: invalid location name");
  expect(timeZoneFault("/etc")).toBe("time: invalid location name");
});

test("checkTimeZone() rejects the machine's zone and the empty name, which timeZoneFault() accepts", () => {
  expect(timeZoneFault("Local")).toBeUndefined();
  expect(timeZoneFault("")).toBeUndefined();
  const rule = "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones";
  expect(checkTimeZone("Local")).toEqual([rule]);
  expect(checkTimeZone("local")).toEqual([rule, "unknown time zone local"]);
  expect(checkTimeZone("")).toEqual(["timeZone must be nil or non-empty string"]);
});

test.each(["Europe//Berlin", "./UTC", "Europe/../UTC", "-UTC", "Europe/Berlin!", "abcdefghijklmno"])(
  "checkTimeZone() rejects the spelling of %j",
  (name) => {
    expect(checkTimeZone(name)).toEqual([`unknown time zone ${name}`]);
  },
);

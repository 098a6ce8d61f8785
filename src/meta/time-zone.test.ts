import { expect, test } from "vitest";
import { checkTimeZone, timeZoneFault } from "./time-zone.ts";

test.each(["UTC", "Etc/UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "US/Eastern", "EST5EDT", "Etc/GMT+5"])(
  "%j is a zone",
  (name) => {
    expect(timeZoneFault(name)).toBeUndefined();
    expect(checkTimeZone(name)).toEqual([]);
  },
);

test.each(["Foo", "Europe/Nowhere", "+01", "+01:00", "5", "-01", "Europe/", "x".repeat(1e6)])(
  "an unknown zone is told by its name",
  (name) => {
    expect(timeZoneFault(name)).toBe(`unknown time zone ${name}`);
    expect(checkTimeZone(name)).toEqual([`unknown time zone ${name}`]);
  },
);

test("a name that leaves the database's directory is invalid", () => {
  expect(timeZoneFault("../etc")).toBe("time: invalid location name");
  expect(timeZoneFault("/etc")).toBe("time: invalid location name");
});

test("the machine's zone and the empty name load, but no CronJob may name them", () => {
  expect(timeZoneFault("Local")).toBeUndefined();
  expect(timeZoneFault("")).toBeUndefined();
  const rule = "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones";
  expect(checkTimeZone("Local")).toEqual([rule]);
  expect(checkTimeZone("local")).toEqual([rule, "unknown time zone local"]);
  expect(checkTimeZone("")).toEqual(["timeZone must be nil or non-empty string"]);
});

test.each(["Europe//Berlin", "./UTC", "Europe/../UTC", "-UTC", "Europe/Berlin!", "abcdefghijklmno"])(
  "%j is not spelled as names of zones are",
  (name) => {
    expect(checkTimeZone(name)).toEqual([`unknown time zone ${name}`]);
  },
);

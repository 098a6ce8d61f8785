import { expect, test } from "vitest";
import { leaseObject, microTime, versionIn, writeRequest } from "../hollow-objects.ts";
import { checkLoad, checkRates } from "./load.ts";

test("the load of the check has the rates that its nodes send", () => {
  const load = checkLoad(2);
  for (const [name, rate] of Object.entries(checkRates)) {
    expect(load.requests[name as keyof typeof load.requests]).toBe(rate * 2);
  }
  const rates = Object.values(checkRates).reduce((sum, rate) => sum + rate, 0);
  expect(load.writesPerSecond + load.readsPerSecond).toBe(rates * 2);
  const changes = load.changes.reduce((sum, { changesPerSecond }) => sum + changesPerSecond, 0);
  expect(changes).toBe(load.writesPerSecond);
});

test("versionIn() returns the resource version of a Lease in protobuf", () => {
  const { body } = writeRequest("PUT", "/lease", leaseObject(3, microTime(1), "4711"));
  expect(versionIn(body as Buffer)).toBe("4711");
  expect(() => versionIn(writeRequest("PUT", "/lease", leaseObject(3, microTime(1))).body as Buffer)).toThrow(
    "no resource version",
  );
});

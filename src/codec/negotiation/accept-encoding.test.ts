import { expect, test } from "vitest";
import { acceptsGzip } from "./accept-encoding.ts";

test.each([
  ["gzip", true],
  ["GZIP", true],
  ["deflate, gzip, br", true],
  ["gzip;q=1.0, identity; q=0.5", true],
  ["gzip;q=0.001", true],
  ["gzip;q=0", false],
  ["gzip; q=0.000", false],
  ["identity", false],
  ["*", false],
  ["x-gzip", false],
  ["", false],
  [undefined, false],
  ["gzip,".repeat(1000), false],
])("acceptsGzip(%s) is %s", (header, accepted) => {
  expect(acceptsGzip(header)).toBe(accepted);
});

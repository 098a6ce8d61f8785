import { expect, test } from "vitest";
import { parseIpStrict } from "./ip-address.ts";
import { isLoopbackAddress, rangesOf } from "./ip-ranges.ts";

test.each([
  ["0.0.0.0", ["isUnspecified"]],
  ["::", ["isUnspecified"]],
  ["127.0.0.1", ["isLoopback"]],
  ["127.255.255.254", ["isLoopback"]],
  ["::ffff:127.0.0.1", ["isLoopback"]],
  ["::1", ["isLoopback"]],
  ["::2", ["isGlobalUnicast"]],
  ["128.0.0.1", ["isGlobalUnicast"]],
  ["169.254.0.1", ["isLinkLocalUnicast"]],
  ["169.255.0.1", ["isGlobalUnicast"]],
  ["fe80::1", ["isLinkLocalUnicast"]],
  ["febf::1", ["isLinkLocalUnicast"]],
  ["fec0::1", ["isGlobalUnicast"]],
  ["224.0.0.1", ["isLinkLocalMulticast", "isMulticast"]],
  ["224.0.1.1", ["isMulticast"]],
  ["239.255.255.255", ["isMulticast"]],
  ["240.0.0.1", ["isGlobalUnicast"]],
  ["ff02::1", ["isLinkLocalMulticast", "isMulticast"]],
  ["ff05::1", ["isMulticast"]],
  ["255.255.255.255", ["isBroadcast"]],
  ["10.0.0.1", ["isGlobalUnicast"]],
  ["fd00::1", ["isGlobalUnicast"]],
])("rangesOf() of %s contains only %j", (text, expected) => {
  const ranges = Object.entries(rangesOf(parseIpStrict(text)));
  expect(ranges.filter(([, isInside]) => isInside).map(([range]) => range)).toEqual(expected);
});

test("isLoopbackAddress() is false for a text that is no address", () => {
  expect(isLoopbackAddress("localhost")).toBe(false);
});

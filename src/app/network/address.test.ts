import { isIP } from "node:net";
import { expect, test } from "vitest";
import { canonicalAddress } from "./address.ts";

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["::1", "::1"],
  ["0:0:0:0:0:0:0:1", "::1"],
  ["2001:0DB8:0::00a1", "2001:db8::a1"],
  ["::ffff:10.0.0.1", "::ffff:10.0.0.1"],
])("%s is an address with the canonical form %s", (text, canonical) => {
  expect(canonicalAddress(text)).toBe(canonical);
  expect(isIP(canonical)).not.toBe(0);
});

test.each(["", "localhost", "10.0.0", "1.2.3.4.5", "a:b", "::1::", "10.0.0.1.example.com", "https://x"])(
  "%j is not an address",
  (text) => {
    expect(canonicalAddress(text)).toBeUndefined();
    expect(isIP(text)).toBe(0);
  },
);

import { isIP } from "node:net";
import { expect, test } from "vitest";
import { urlHost } from "./url-host.ts";

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["192.0.2.7", "192.0.2.7"],
  ["::1", "[::1]"],
  ["2001:DB8:0::7", "[2001:db8::7]"],
])("a server that listens on %s is reached at %s", (bindAddress, host) => {
  expect(urlHost(bindAddress)).toBe(host);
});

test.each([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "[::1]"],
  ["0:0:0:0:0:0:0:0", "[::1]"],
])("a server that listens on all interfaces, %s, is reached at %s", (bindAddress, host) => {
  expect(isIP(bindAddress)).not.toBe(0);
  expect(urlHost(bindAddress)).toBe(host);
});

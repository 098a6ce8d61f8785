import { expect, test } from "vitest";
import { isHostPort } from "./host-port.ts";

test.each(["example.com:80", "[2001:db8::1]:80", ":80", "a:", "[]:1"])("isHostPort() accepts %s", (text) => {
  expect(isHostPort(text)).toBe(true);
});

test.each(["", "example.com", "2001:db8::1", "[::1]", "[::1]80", "a:b:c", "[a:80"])(
  "isHostPort() rejects %j",
  (text) => {
    expect(isHostPort(text)).toBe(false);
  },
);

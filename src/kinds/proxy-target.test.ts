import { expect, test } from "vitest";
import { StatusError } from "../meta/status-error.ts";
import { readProxyTarget } from "./proxy-target.ts";

test.each([
  ["web", "web", ""],
  ["web:80", "web", "80"],
  ["web:http", "web", "http"],
  ["https:web:443", "web", "443"],
  [":web:80", "web", "80"],
  ["http:web:", "web", ""],
])("the proxy target %s has name %s and port %j", (text, name, port) => {
  expect(readProxyTarget(text, "service")).toEqual({ name, port });
});

test.each(["", ":80", "ftp:web:21", "a:b:c:d", "https::443"])("the proxy target %j is rejected", (text) => {
  expect(() => readProxyTarget(text, "service")).toThrow(StatusError);
  expect(() => readProxyTarget(text, "service")).toThrow(`invalid service request ${JSON.stringify(text)}`);
});

import { expect, test } from "vitest";
import { endOfString, endOfValue } from "./skip.ts";

test.each([
  ['"a"', ',"b"'],
  ['""', "]"],
  ['"a\\"b"', '"'],
  ['"\\\\"', '"'],
  ['"}],{["', "}"],
  ["12.5e3", ","],
  ["-1", "}"],
  ["true", "]"],
  ["null", ""],
  ["{}", "}"],
  ["[]", ",[]"],
  ['{"a":[1,{"b":"]}"},[]],"c":{}}', ',"d":1}'],
  ['["\\"]",{"a":"\\\\"}]', "]"],
  ['"ü€\u{1f600}"', "}"],
])("endOfValue() finds the end of %s before %j", (value, rest) => {
  const before = '{"x":';
  const bytes = Buffer.from(before + value + rest);
  const end = endOfValue(bytes, before.length);
  expect(bytes.toString("utf8", end)).toBe(rest);
});

test.each(['"never closed', '"escaped at the end\\', '{"a":"', "[[1]", '{"a":{"b":1}', "12"])(
  "endOfValue() returns the end of truncated bytes: %s",
  (text) => {
    const bytes = Buffer.from(text);
    expect(endOfValue(bytes, 0)).toBe(bytes.length);
    expect(endOfString(Buffer.from('"x'), 0)).toBe(2);
  },
);

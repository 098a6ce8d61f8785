import { expect, test } from "vitest";
import { readGoBoolean } from "./go-boolean.ts";

test.each(["1", "t", "T", "true", "TRUE", "True"])("readGoBoolean() reads %j as true", (text) => {
  expect(readGoBoolean(text)).toBe(true);
});

test.each(["0", "f", "F", "false", "FALSE", "False"])("readGoBoolean() reads %j as false", (text) => {
  expect(readGoBoolean(text)).toBe(false);
});

test.each(["", "tRUE", " true", "yes", "2", "01", "null"])("readGoBoolean() finds no boolean in %j", (text) => {
  expect(readGoBoolean(text)).toBeUndefined();
});

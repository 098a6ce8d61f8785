import { expect, test } from "vitest";
import { invalidField } from "./field-error.ts";
import { invalid } from "./status-error.ts";

const target = { group: "", kind: "ConfigMap" };

test("of many field errors the first thousand are told, and how many there are besides", () => {
  const errors = Array.from({ length: 1500 }, (_, index) => invalidField(`data[${index}]`, "x", "wrong"));
  const { message, details } = invalid(target, "a", errors);
  expect(details?.causes).toHaveLength(1000);
  expect(message).toMatch(/, data\[999\]: Invalid value: "x": wrong, and 500 more\]$/);
});

test("of errors that repeat a long value as many are told as one answer can hold", () => {
  const errors = Array.from({ length: 1000 }, () => invalidField("data", "x".repeat(300_000), "wrong"));
  const { message, details } = invalid(target, "a", errors);
  expect(details?.causes).toHaveLength(3);
  expect(message).toMatch(/, and 997 more\]$/);
});

test("an error whose value alone is longer is told", () => {
  const error = invalidField("data", "x".repeat(2_000_000), "wrong");
  const { details } = invalid(target, "a", [error, error]);
  expect(details?.causes).toHaveLength(1);
});

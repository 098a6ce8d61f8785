import { expect, test } from "vitest";
import { invalidField } from "./field-error.ts";
import { invalid } from "./status-error.ts";

const target = { group: "", kind: "ConfigMap" };

test("invalid() lists the first thousand field errors and counts the others", () => {
  const errors = Array.from({ length: 1500 }, (_, index) => invalidField(`data[${index}]`, "x", "wrong"));
  const { message, details } = invalid(target, "a", errors);
  expect(details?.causes).toHaveLength(1000);
  expect(message).toMatch(/, data\[999\]: Invalid value: "x": wrong, and 500 more\]$/);
});

test("invalid() limits the total length of errors that repeat a long value", () => {
  const errors = Array.from({ length: 1000 }, () => invalidField("data", "x".repeat(300_000), "wrong"));
  const { message, details } = invalid(target, "a", errors);
  expect(details?.causes).toHaveLength(3);
  expect(message).toMatch(/, and 997 more\]$/);
});

test("invalid() lists the first error even if it exceeds the length limit", () => {
  const error = invalidField("data", "x".repeat(2_000_000), "wrong");
  const { details } = invalid(target, "a", [error, error]);
  expect(details?.causes).toHaveLength(1);
});

import { expect, test } from "vitest";
import { trimEndOf, trimFraction, trimStartOf } from "./trim-text.ts";

test("only the repetitions at one end are removed", () => {
  expect(trimEndOf("a**b**", "*")).toBe("a**b");
  expect(trimStartOf("**b**", "*")).toBe("b**");
  expect(trimEndOf("***", "*")).toBe("");
  expect(trimStartOf("", "*")).toBe("");
});

test("a fraction of a second loses its last zeros", () => {
  expect(trimFraction("12:00:10.250000Z")).toBe("12:00:10.25Z");
  expect(trimFraction("12:00:10.000Z")).toBe("12:00:10Z");
});

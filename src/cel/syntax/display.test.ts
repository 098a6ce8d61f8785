import { expect, test } from "vitest";
import { displayIssues } from "./display.ts";

test("displayIssues() sorts faults by their positions, and shows their lines", () => {
  const issues = [
    { offset: 5, message: "second" },
    { offset: 1, message: "first" },
    { offset: undefined, message: "without a position" },
  ];
  expect(displayIssues("a😀b\nc", issues)).toBe(
    "ERROR: <input>:-1:0: without a position\n" +
      "ERROR: <input>:1:2: first\n | a😀b\n | .＾\n" +
      "ERROR: <input>:2:2: second\n | c\n | .^",
  );
});

test("displayIssues() shows the first hundred faults of many", () => {
  const text = "x||".repeat(40_000);
  const issues = Array.from({ length: 40_000 }, (_, index) => ({ offset: index * 3, message: "unknown" }));
  const display = displayIssues(text, issues);
  expect(display.split("\n")).toHaveLength(101);
  expect(display).toMatch(/^ERROR: <input>:1:1: unknown\nERROR: <input>:1:4: unknown\n/);
  expect(display).toMatch(/\nERROR: <input>:1:298: unknown\n39900 more errors were truncated$/);
});

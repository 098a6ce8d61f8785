import { expect, test } from "vitest";
import { parseToolOptions, type ToolOption } from "./tool-arguments.ts";

const options = {
  seed: { takes: "a whole number", default: "1" },
  load: { takes: "a number" },
  out: { takes: "text" },
  table: { takes: "nothing" },
} as const satisfies Record<string, ToolOption>;

test("parseToolOptions() returns the given values of options, or their defaults", () => {
  const invocation = parseToolOptions(["--load=0.5", "--out", "a.json", "--table"], options);
  if (invocation.kind !== "run") throw new Error(invocation.kind);
  const { number, text, isSet } = invocation.options;
  expect([number("seed"), number("load"), text("out"), isSet("table")]).toEqual([1, 0.5, "a.json", true]);
});

test("parseToolOptions() returns no value for an option without value and default", () => {
  const invocation = parseToolOptions([], options);
  if (invocation.kind !== "run") throw new Error(invocation.kind);
  const { number, text, isSet } = invocation.options;
  expect([number("load"), text("out"), isSet("table")]).toEqual([Number.NaN, undefined, false]);
});

test("parseToolOptions() reports every invalid option", () => {
  const args = ["--seed=1.5", "--load=0", "--out=", "--table=yes", "--other", "name"];
  expect(parseToolOptions(args, options)).toEqual({
    kind: "rejected",
    problems: [
      "--seed needs a whole number above 0, not 1.5",
      "--load needs a number above 0, not 0",
      "--out needs a value",
      "--table takes no value",
      "unknown option --other",
      "unknown argument name; there are only options",
    ],
  });
});

test("parseToolOptions() returns help for --help and -h, even with invalid options", () => {
  for (const flag of ["--help", "-h"]) expect(parseToolOptions([flag, "--other"], options)).toEqual({ kind: "help" });
});

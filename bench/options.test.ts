import { expect, test } from "vitest";
import { parseOptions, usage } from "./options.ts";

const known = ["get", "list", "in-process"];

test("parseOptions() without arguments selects all figures with three runs", () => {
  expect(parseOptions([], known)).toEqual({
    kind: "run",
    options: { names: [], runs: 3, measureMs: 1250, compare: undefined, profile: false },
  });
});

test("parseOptions() accepts figures as separate arguments and separated by commas", () => {
  const args = ["--runs=1", "get,list", "--measure-ms", "800", "in-process", "--compare=old.json", "--profile"];
  expect(parseOptions(args, known)).toEqual({
    kind: "run",
    options: { names: ["get", "list", "in-process"], runs: 1, measureMs: 800, compare: "old.json", profile: true },
  });
});

test.each([["--help"], ["-h"]])("parseOptions() returns help for %s, even with an unknown option", (flag) => {
  expect(parseOptions(["--no-such-thing", flag], known)).toEqual({ kind: "help" });
});

test("usage() lists every figure with its title", () => {
  const text = usage([
    { name: "get", title: "one object" },
    { name: "in-process", title: "inside a test" },
  ]);
  expect(text).toContain("\n    get         one object\n    in-process  inside a test");
});

test.each([
  [["--rnus=1"], "unknown option --rnus"],
  [["-x"], "unknown option -x"],
  [["gett"], "unknown figure gett; there are get, list, in-process"],
  [["--runs=0"], "--runs needs a number, 1 or more"],
  [["--runs"], "--runs needs a number, 1 or more"],
  [["--measure-ms=soon"], "--measure-ms needs a number, 1 or more"],
  [["--compare"], "--compare needs a file"],
  [["--profile=yes"], "--profile takes no value"],
])("parseOptions() rejects %j with a message that names the argument", (args, problem) => {
  expect(parseOptions(args, known)).toEqual({ kind: "rejected", problems: [problem] });
});

test("parseOptions() reports all problems at once", () => {
  const rejected = parseOptions(["--fast", "get", "puts", "--runs=x"], known);
  expect(rejected).toMatchObject({ kind: "rejected", problems: { length: 3 } });
});

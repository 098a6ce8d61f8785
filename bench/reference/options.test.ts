import { expect, test } from "vitest";
import { parseReferenceOptions, usage } from "./options.ts";

const known = ["get", "list", "watch"];

test("parseReferenceOptions() without arguments selects all figures", () => {
  expect(parseReferenceOptions([], known)).toEqual({
    kind: "run",
    options: { names: [], runs: 3, measureMs: 3000, workers: 1, out: "bench/results-reference.json" },
  });
});

test("parseReferenceOptions() accepts several figures and all other options", () => {
  const args = ["--only=get,watch", "--runs=1", "--measure-ms", "800", "--out=new.json"];
  expect(parseReferenceOptions(args, known)).toEqual({
    kind: "run",
    options: { names: ["get", "watch"], runs: 1, measureMs: 800, workers: 1, out: "new.json" },
  });
});

test("parseReferenceOptions() keeps the results of several processes in a separate file", () => {
  expect(parseReferenceOptions(["--workers=2"], known)).toMatchObject({
    options: { workers: 2, out: "bench/results-reference-2-workers.json" },
  });
});

test.each([
  [["--workers=0"], "--workers needs a number, 1 or more"],
  [["--only=gets"], "unknown figure gets; there are get, list, watch"],
  [["--only="], "--only needs a value"],
  [["--fast"], "unknown option --fast"],
  [["--runs=0"], "--runs needs a number, 1 or more"],
  [["--measure-ms=soon"], "--measure-ms needs a number, 1 or more"],
  [["--out"], "--out needs a value"],
  [["get"], "unknown argument get; there are only options"],
])("parseReferenceOptions() rejects %j with a message that names the argument", (args, problem) => {
  expect(parseReferenceOptions(args, known)).toEqual({ kind: "rejected", problems: [problem] });
});

test("parseReferenceOptions() returns help, and usage() lists every figure", () => {
  expect(parseReferenceOptions(["--help"], known)).toEqual({ kind: "help" });
  expect(usage([{ name: "get", title: "one object" }])).toContain("\n    get  one object");
});

import { expect, test } from "vitest";
import { parseOptions, standardSeed } from "./options.ts";

const parse = (...args: string[]) => parseOptions(args, ["kinds", "reads"]);

test("without arguments every suite runs with the standard seed for five minutes", () => {
  expect(parse()).toMatchObject({ kind: "run", options: { suites: [], seeds: [standardSeed], budgetMs: 300_000 } });
});

test("suites, seed, time and number of cases can be chosen", () => {
  expect(parse("kinds,reads", "--seed=7", "--minutes=0.5", "--cases=3", "--case=title")).toMatchObject({
    kind: "run",
    options: { suites: ["kinds", "reads"], seeds: [7], budgetMs: 30_000, cases: 3, scenario: "title" },
  });
});

test("--seed accepts several seeds, and the word random for a new one", () => {
  expect(parse("--seed=1,20")).toMatchObject({ options: { seeds: [1, 20] } });
  expect(parse("--seed=3,random")).toMatchObject({ options: { seeds: [3, expect.any(Number)] } });
  expect(parse("--seed=1,,2")).toMatchObject({ problems: ["--seed:  is neither a whole number nor random"] });
});

test("every wrong argument is reported by name", () => {
  expect(parse("nothing", "--colour=red", "--seed=x", "--minutes=0", "--orch")).toEqual({
    kind: "rejected",
    problems: [
      "unknown option --colour",
      "--seed: x is neither a whole number nor random",
      "--minutes: 0 is not a positive number",
      "--orch needs a value",
      "unknown suite nothing; there are kinds, reads",
    ],
  });
});

import { describe, expect, test } from "vitest";
import { fieldStep, keyStep, showPath, showStep, sortSteps, valueStep } from "./step.ts";

test("fieldStep(), keyStep() and valueStep() return steps as clients see them", () => {
  expect(fieldStep("spec")).toBe("f:spec");
  expect(keyStep([["name", "web"]])).toBe('k:{"name":"web"}');
  expect(
    keyStep([
      ["port", 80],
      ["protocol", "TCP"],
    ]),
  ).toBe('k:{"port":80,"protocol":"TCP"}');
  expect(valueStep("a")).toBe('v:"a"');
  expect(valueStep(3.5)).toBe("v:3.5");
  expect(valueStep(true)).toBe("v:true");
  expect(valueStep(9007199254740993n)).toBe("v:9007199254740993");
});

describe("sortSteps()", () => {
  test.each([
    ["fields by name", ["f:b", "f:a", "f:aa", "f:B"], ["f:B", "f:a", "f:aa", "f:b"]],
    [
      "the field itself, names, keys, values, positions",
      ["i:0", 'v:"a"', 'k:{"a":1}', "f:z", "."],
      [".", "f:z", 'k:{"a":1}', 'v:"a"', "i:0"],
    ],
    ["keys that are numbers, by number", ['k:{"p":10}', 'k:{"p":9}'], ['k:{"p":9}', 'k:{"p":10}']],
    [
      "keys that are texts, by text",
      ['k:{"n":"10"}', 'k:{"n":"9"}', 'k:{"n":"a!"}', 'k:{"n":"a"}'],
      ['k:{"n":"10"}', 'k:{"n":"9"}', 'k:{"n":"a"}', 'k:{"n":"a!"}'],
    ],
    [
      "keys with escapes, by what they say",
      [String.raw`k:{"n":"b"}`, String.raw`k:{"n":"a\"b"}`, String.raw`k:{"n":"a"}`],
      [String.raw`k:{"n":"a"}`, String.raw`k:{"n":"a\"b"}`, String.raw`k:{"n":"b"}`],
    ],
    ["a key less first", ['k:{"a":1,"b":2}', 'k:{"a":1}'], ['k:{"a":1}', 'k:{"a":1,"b":2}']],
    [
      "by the first key that differs",
      ['k:{"p":80,"q":"UDP"}', 'k:{"p":443,"q":"TCP"}', 'k:{"p":80,"q":"TCP"}'],
      ['k:{"p":80,"q":"TCP"}', 'k:{"p":80,"q":"UDP"}', 'k:{"p":443,"q":"TCP"}'],
    ],
    ["by the name of a key before its value", ['k:{"b":1}', 'k:{"a":2}'], ['k:{"a":2}', 'k:{"b":1}']],
    [
      "numbers, texts, truth values",
      ["v:true", 'v:"a"', "v:false", "v:10", "v:9"],
      ["v:9", "v:10", 'v:"a"', "v:false", "v:true"],
    ],
    [
      "numbers that are large",
      ["v:9007199254740993", "v:9007199254740992", "v:-1"],
      ["v:-1", "v:9007199254740992", "v:9007199254740993"],
    ],
    ["positions by number", ["i:10", "i:9"], ["i:9", "i:10"]],
  ])("sortSteps() sorts %s", (_, steps, expected) => {
    expect(sortSteps(steps)).toEqual(expected);
    expect(sortSteps(steps.toReversed())).toEqual(expected);
  });

  test("sortSteps() returns the same array if it is sorted", () => {
    const steps = [".", "f:a", "f:b"];
    expect(sortSteps(steps)).toBe(steps);
    expect(sortSteps([])).toEqual([]);
  });
});

test.each([
  ["f:spec", ".spec"],
  ["f:example.com/a", ".example.com/a"],
  ['k:{"name":"web"}', '[name="web"]'],
  ['k:{"port":80,"protocol":"TCP"}', '[port=80,protocol="TCP"]'],
  ['v:"a"', '[="a"]'],
  ["v:1", "[=1]"],
  ["v:true", "[=true]"],
  [String.raw`v:"a\"b"`, String.raw`[="a\"b"]`],
  ["v:9007199254740993", "[=9007199254740993]"],
  ["i:3", "[3]"],
])("showStep(%s) returns %s", (step, text) => {
  expect(showStep(step)).toBe(text);
});

test("showPath() concatenates the steps", () => {
  expect(showPath(["f:spec", "f:containers", 'k:{"name":"web"}', "f:args", 'v:"-x"'])).toBe(
    '.spec.containers[name="web"].args[="-x"]',
  );
});

import { expect, test } from "vitest";
import { checkShape, formatShapeErrors } from "./check.ts";
import { specShape } from "./testing/sample.ts";

test.each<[string, unknown]>([
  ["nothing", {}],
  ["null anywhere", { text: null, labels: null, texts: null, items: null, pair: null, number: null }],
  ["values of the types", { text: "a", number: 1, flag: true, amount: "1", either: 1, labels: { a: "1" } }],
  ["numbers with fractions and large ones", { number: 1.5, numbers: [1, 9007199254740993n] }],
  ["any JSON", { deduced: [{ a: [[]] }], opaque: { a: [null] } }],
  ["lists", { texts: ["a", "b"], items: [{ name: "a" }, { name: "b" }], wholeList: ["a", "a"], wholeItems: [{}, {}] }],
])("checkShape() accepts %s", (_, value) => {
  expect(checkShape(specShape, value)).toEqual([]);
});

test.each<[string, unknown, string]>([
  ["an undeclared field", { unheard: 1 }, ".unheard: field not declared in schema"],
  ["an undeclared field of a nested struct", { pair: { middle: 1 } }, ".pair.middle: field not declared in schema"],
  [
    "an undeclared field in a list item",
    { items: [{ name: "a", x: 1 }] },
    '.items[name="a"].x: field not declared in schema',
  ],
  [
    "an undeclared field in an item of an atomic list",
    { wholeItems: [{}, { x: 1 }] },
    ".wholeItems[1].x: field not declared in schema",
  ],
  ["a text for a map", { labels: "a" }, ".labels: expected map, got &{a}"],
  ["a list for a map", { labels: ["a", 1] }, ".labels: expected map, got &{[a 1]}"],
  ["a map for a list", { texts: { a: 1 } }, ".texts: expected list, got &{map[a:1]}"],
  ["a text for a list", { items: "a" }, ".items: expected list, got &{a}"],
  ["a number for a text", { text: 1 }, ".text: expected string, got &value.valueUnstructured{Value:1}"],
  [
    "a map for a text",
    { labels: { a: { b: "1" } } },
    '.labels.a: expected string, got &value.valueUnstructured{Value:map[string]interface {}{"b":"1"}}',
  ],
  ["a text for a number", { number: "a" }, ".number: expected numeric (int or float), got string"],
  ["a text for a truth value", { flag: "true" }, ".flag: expected boolean, got &{true}"],
  ["a map for a scalar", { amount: {} }, ".amount: expected any scalar, got &{map[]}"],
  ["a repeated text in a set", { texts: ["a", "b", "a"] }, '.texts: duplicate entries for key [="a"]'],
  [
    "an item twice",
    { ports: [{ port: 1 }, { port: 1, protocol: "TCP" }] },
    '.ports: duplicate entries for key [port=1,protocol="TCP"]',
  ],
  [
    "null in a set",
    { texts: ["a", null] },
    ".texts: element 1: associative list without keys has an element that's an explicit null",
  ],
  ["a value that is no object", "a", "expected map, got &{a}"],
])("checkShape() reports %s", (_, value, message) => {
  expect(formatShapeErrors(checkShape(specShape, value))).toBe(message);
});

test("formatShapeErrors() writes each of several errors in its own line", () => {
  expect(formatShapeErrors(checkShape(specShape, { x: 1, pair: { y: 1 } }))).toBe(
    "errors:\n  .x: field not declared in schema\n  .pair.y: field not declared in schema",
  );
});

test("checkShape() accepts items with equal keys if the caller allows them", () => {
  const value = { texts: ["a", "a"], pair: { y: 1 } };
  const errors = checkShape(specShape, value, { allowsRepeatedItems: true });
  expect(formatShapeErrors(errors)).toBe(".pair.y: field not declared in schema");
});

test("checkShape() shows a large value in full", () => {
  const text = "x".repeat(300_000);
  expect(formatShapeErrors(checkShape(specShape, { labels: [text] }))).toBe(`.labels: expected map, got &{[${text}]}`);
});

test("checkShape() stops when the texts of the errors are long", () => {
  const text = "x".repeat(1_000_000);
  const labels = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`x${index}`, [text]]));
  expect(checkShape(specShape, { labels }).length).toBeLessThan(20);
});

test("checkShape() stops after the maximum number of errors", () => {
  const value = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`x${index}`, 1]));
  expect(checkShape(specShape, { pair: value, partedPair: value }).length).toBe(1000);
});

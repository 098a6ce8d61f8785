import { expect, test } from "vitest";
import { duplicateField, requiredField } from "../meta/field-error.ts";
import { type ErrorOrderEntry, sortErrors } from "./error-order.ts";

function ordered(paths: readonly string[], order: readonly ErrorOrderEntry[], path = "spec"): string[] {
  return sortErrors(
    paths.map((one) => requiredField(one)),
    { path, order },
  ).map((error) => error.path);
}

test("sortErrors() sorts errors by member and keeps the order within a member", () => {
  const found = ["spec.b[1].x", "spec.c", "spec.a", "spec.b[0]"];
  expect(ordered(found, ["a", "b", "c"])).toEqual(["spec.a", "spec.b[1].x", "spec.b[0]", "spec.c"]);
});

test("sortErrors() puts errors last that the order does not mention", () => {
  const found = ["other.a", "spec", "spec.ab", "spec.a.b"];
  expect(ordered(found, ["a"])).toEqual(["spec.a.b", "other.a", "spec", "spec.ab"]);
});

test("sortErrors() sorts a part of a member by its own entry", () => {
  const found = ["spec.a.late", "spec.b", "spec.a.x", "spec.a.late.y"];
  expect(ordered(found, ["a", "b", "a.late"])).toEqual(["spec.a.x", "spec.b", "spec.a.late", "spec.a.late.y"]);
});

test("sortErrors() sorts errors of the root, whose path is empty", () => {
  expect(ordered(["b", "a"], ["a", "b"], "")).toEqual(["a", "b"]);
});

test("sortErrors() sorts the errors of a list by item, and those of an item by member", () => {
  const found = ["spec.list[1].b", "spec.list[0].b", "spec.list[0].a.x", "spec.list[0]", "spec.list", "spec.first"];
  expect(ordered(found, ["first", { list: "list", order: ["a", "b", ""] }])).toEqual([
    "spec.first",
    "spec.list[0].a.x",
    "spec.list[0].b",
    "spec.list[0]",
    "spec.list[1].b",
    "spec.list",
  ]);
});

test("sortErrors() keeps the order of errors whose members share an entry", () => {
  expect(ordered(["spec.c", "spec.b", "spec.a"], [["a", "b"], "c"])).toEqual(["spec.b", "spec.a", "spec.c"]);
});

test("sortErrors() sorts errors of the struct itself by the entry with the empty path", () => {
  expect(ordered(["spec.b", "spec", "spec.a"], ["a", "", "b"])).toEqual(["spec.a", "spec", "spec.b"]);
});

test("sortErrors() sorts errors of one type by their own entry, even inside nested lists", () => {
  const order: ErrorOrderEntry[] = [
    { list: "a", order: [{ list: "b", order: ["x", "y", { path: "x", type: "Duplicate" }] }, "c"] },
  ];
  const found = [
    duplicateField("spec.a[0].b[0].x", "1"),
    requiredField("spec.a[0].c"),
    requiredField("spec.a[0].b[1].x"),
    requiredField("spec.a[0].b[0].y"),
    requiredField("spec.a[0].b[0].x"),
  ];
  expect(sortErrors(found, { path: "spec", order }).map(({ type, path }) => `${path} ${type}`)).toEqual([
    "spec.a[0].b[0].x Required",
    "spec.a[0].b[0].y Required",
    "spec.a[0].b[0].x Duplicate",
    "spec.a[0].b[1].x Required",
    "spec.a[0].c Required",
  ]);
});

test("sortErrors() sorts an error by its `sortPath` instead of its path", () => {
  const order: readonly ErrorOrderEntry[] = [{ list: "items", order: [] }];
  const errors = [
    { ...requiredField("spec.items[0].late"), sortPath: "spec.items[1].late" },
    requiredField("spec.items[1].other"),
    requiredField("spec.items[0].early"),
  ];
  expect(sortErrors(errors, { path: "spec", order }).map((error) => error.path)).toEqual([
    "spec.items[0].early",
    "spec.items[0].late",
    "spec.items[1].other",
  ]);
});

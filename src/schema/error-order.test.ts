import { expect, test } from "vitest";
import { duplicateField, requiredField } from "../meta/field-error.ts";
import { inOrder, type OrderEntry } from "./error-order.ts";

function ordered(paths: readonly string[], order: readonly OrderEntry[], path = "spec"): string[] {
  return inOrder(
    paths.map((one) => requiredField(one)),
    { path, order },
  ).map((error) => error.path);
}

test("errors are told in the order of the members, those of one member as they were found", () => {
  const found = ["spec.b[1].x", "spec.c", "spec.a", "spec.b[0]"];
  expect(ordered(found, ["a", "b", "c"])).toEqual(["spec.a", "spec.b[1].x", "spec.b[0]", "spec.c"]);
});

test("what has no place comes last: other members, the struct itself, and what lies elsewhere", () => {
  const found = ["other.a", "spec", "spec.ab", "spec.a.b"];
  expect(ordered(found, ["a"])).toEqual(["spec.a.b", "other.a", "spec", "spec.ab"]);
});

test("a part of a member may have a place of its own", () => {
  const found = ["spec.a.late", "spec.b", "spec.a.x", "spec.a.late.y"];
  expect(ordered(found, ["a", "b", "a.late"])).toEqual(["spec.a.x", "spec.b", "spec.a.late", "spec.a.late.y"]);
});

test("the root has no path", () => {
  expect(ordered(["b", "a"], ["a", "b"], "")).toEqual(["a", "b"]);
});

test("errors of a list come item by item, those of an item in the order of its members", () => {
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

test("members that share a place keep the order in which their errors were found", () => {
  expect(ordered(["spec.c", "spec.b", "spec.a"], [["a", "b"], "c"])).toEqual(["spec.b", "spec.a", "spec.c"]);
});

test("the empty path gives the errors of the struct itself a place", () => {
  expect(ordered(["spec.b", "spec", "spec.a"], ["a", "", "b"])).toEqual(["spec.a", "spec", "spec.b"]);
});

test("errors of one type at a path have a place of their own, also within the items of a list in a list", () => {
  const order: OrderEntry[] = [
    { list: "a", order: [{ list: "b", order: ["x", "y", { path: "x", type: "Duplicate" }] }, "c"] },
  ];
  const found = [
    duplicateField("spec.a[0].b[0].x", "1"),
    requiredField("spec.a[0].c"),
    requiredField("spec.a[0].b[1].x"),
    requiredField("spec.a[0].b[0].y"),
    requiredField("spec.a[0].b[0].x"),
  ];
  expect(inOrder(found, { path: "spec", order }).map(({ type, path }) => `${path} ${type}`)).toEqual([
    "spec.a[0].b[0].x Required",
    "spec.a[0].b[0].y Required",
    "spec.a[0].b[0].x Duplicate",
    "spec.a[0].b[1].x Required",
    "spec.a[0].c Required",
  ]);
});

test("an error with a place is sorted by its place, not by the path that clients see", () => {
  const order: readonly OrderEntry[] = [{ list: "items", order: [] }];
  const errors = [
    { ...requiredField("spec.items[0].late"), place: "spec.items[1].late" },
    requiredField("spec.items[1].other"),
    requiredField("spec.items[0].early"),
  ];
  expect(inOrder(errors, { path: "spec", order }).map((error) => error.path)).toEqual([
    "spec.items[0].early",
    "spec.items[0].late",
    "spec.items[1].other",
  ]);
});

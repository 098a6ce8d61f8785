import { expect, test } from "vitest";
import { requiredField } from "../meta/field-error.ts";
import { inOrder } from "./error-order.ts";

function ordered(paths: readonly string[], order: readonly string[], path = "spec"): string[] {
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

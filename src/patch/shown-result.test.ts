import { expect, test } from "vitest";
import { parseJsonPatch } from "./json-patch-operation.ts";
import { shownMergeResult, shownPatchResult } from "./shown-result.ts";

const document = { kind: "K", apiVersion: "v1", spec: { z: 1, a: { y: 1, b: 2 } }, data: { d: 1, c: 2 } };

test("a merge patch sorts the members of the objects that it looks into, and leaves others as they were", () => {
  expect(shownMergeResult(document, { spec: { a: [1] } }, JSON.stringify)).toBe(
    '{"apiVersion":"v1","data":{"d":1,"c":2},"kind":"K","spec":{"a":[1],"z":1}}',
  );
});

test("a merge patch adds objects sorted and without null, and removes what it sets to null", () => {
  expect(shownMergeResult({ b: 1 }, { b: null, a: { z: 1, y: null, x: [{ q: null, p: 1 }] } }, JSON.stringify)).toBe(
    '{"a":{"x":[{"p":1}],"z":1}}',
  );
});

test("a JSON patch sorts the members of the objects on the paths of its operations", () => {
  const operations = parseJsonPatch([{ op: "replace", path: "/spec/z", value: 2 }]);
  expect(shownPatchResult(document, operations, JSON.stringify)).toBe(
    '{"apiVersion":"v1","data":{"d":1,"c":2},"kind":"K","spec":{"a":{"y":1,"b":2},"z":1}}',
  );
});

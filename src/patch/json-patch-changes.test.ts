import { describe, expect, test } from "vitest";
import { applyJsonPatchChanges, type JsonPatchChange } from "./json-patch-changes.ts";

const document = { data: { a: "b" }, list: ["x"] };

function change(op: string, path: string, parts: Partial<JsonPatchChange> = {}): JsonPatchChange {
  return { op, path, from: "", value: undefined, ...parts };
}

// The messages are those of the API server v1.32.13 about policies with these operations.
describe("applyJsonPatchChanges() reports, in the words of the reference,", () => {
  test.each<[string, JsonPatchChange, string]>([
    [
      "an absent container",
      change("add", "/data/x/y"),
      'add operation does not apply: doc is missing path: "/data/x/y": missing value',
    ],
    ["an empty path", change("add", ""), 'add operation does not apply: doc is missing path: "": missing value'],
    [
      "the removal of an absent member",
      change("remove", "/data/q"),
      "error in remove for path: '/data/q': Unable to remove nonexistent key: q: missing value",
    ],
    [
      "a removal from an absent container",
      change("remove", "/data/q/r"),
      'remove operation does not apply: doc is missing path: "/data/q/r": missing value',
    ],
    [
      "a replacement in an absent container",
      change("replace", "/data/q/r"),
      "replace operation does not apply: doc is missing path: /data/q/r: missing value",
    ],
    [
      "a replacement of an absent item",
      change("replace", "/list/3"),
      "replace operation does not apply: doc is missing key: /list/3: missing value",
    ],
    [
      "a test of an absent item",
      change("test", "/list/3"),
      "error in test for path: '/list/3': Unable to access invalid index: 3: invalid index referenced",
    ],
    [
      "a test in an absent container",
      change("test", "/data/q/r"),
      "test operation does not apply: is missing path: /data/q/r: missing value",
    ],
    [
      "a move of an absent member",
      change("move", "/data/z", { from: "/data/q" }),
      "error in move for path: 'q': Unable to remove nonexistent key: q: missing value",
    ],
    [
      "a move to an absent container",
      change("move", "/data/z/y", { from: "/data/a" }),
      "move operation does not apply: doc is missing destination path: /data/z/y: missing value",
    ],
    [
      "a copy from an absent container",
      change("copy", "/data/z", { from: "/data/q/r" }),
      "copy operation does not apply: doc is missing from path: /data/q/r: missing value",
    ],
    [
      "a copy to an absent container",
      change("copy", "/data/z/y", { from: "/data/a" }),
      "copy operation does not apply: doc is missing destination path: /data/z/y: missing value",
    ],
    [
      "an index that is too large",
      change("add", "/list/5"),
      "error in add for path: '/list/5': Unable to access invalid index: 5: invalid index referenced",
    ],
    [
      "an index that is too small",
      change("remove", "/list/-3"),
      "error in remove for path: '/list/-3': Unable to access invalid index: -3: invalid index referenced",
    ],
    [
      "an index that is no number",
      change("add", "/list/x"),
      "error in add for path: '/list/x': value was not a proper array index: 'x': strconv.Atoi: parsing \"x\": invalid syntax",
    ],
    ["an unknown operation", change("foo", "/data/a"), "Unexpected kind: foo"],
  ])("%s", (_, operation, message) => {
    expect(() => applyJsonPatchChanges(document, [operation])).toThrow(message);
  });
});

test.each<[string, JsonPatchChange, unknown]>([
  ["an add without a value adds null", change("add", "/data/x"), { data: { a: "b", x: null }, list: ["x"] }],
  ["the text before the first slash is ignored", change("add", "data/x", { value: 1 }), { ...document, x: 1 }],
  [
    "a replacement may add a member",
    change("replace", "/data/q", { value: "1" }),
    { data: { a: "b", q: "1" }, list: ["x"] },
  ],
  ["a minus sign appends", change("add", "/list/-", { value: "y" }), { data: { a: "b" }, list: ["x", "y"] }],
  ["an empty path replaces the document", change("replace", "", { value: { n: 1 } }), { n: 1 }],
  [
    "a copy of an absent member is null",
    change("copy", "/data/z", { from: "/data/q" }),
    { data: { a: "b", z: null }, list: ["x"] },
  ],
])("applyJsonPatchChanges(): %s", (_, operation, result) => {
  expect(applyJsonPatchChanges(document, [operation])).toEqual(result);
});

test("applyJsonPatchChanges() returns undefined if a test fails", () => {
  const changes = [change("test", "/data/a", { value: "c" }), change("add", "/data/x", { value: "y" })];
  expect(applyJsonPatchChanges(document, changes)).toBeUndefined();
});

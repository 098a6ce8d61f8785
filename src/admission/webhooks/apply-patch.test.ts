/** The expected results are those of the reference v1.32. */
import { expect, test } from "vitest";
import { jsonPatchType } from "./admission-review.ts";
import { patchedObject } from "./apply-patch.ts";

const text = '{"metadata":{"name":"a"},"data":{"size":"1"}}';

function valueAfter(...operations: readonly object[]): unknown {
  const patch = Buffer.from(JSON.stringify(operations));
  return patchedObject("one.example.com", text, patch, jsonPatchType)?.value;
}

test.each([null, "s", 5, true])("a webhook that replaces the whole object by %j does not change it", (value) => {
  const replaceAll = { op: "replace", path: "", value };
  expect(valueAfter(replaceAll)).toEqual(JSON.parse(text));
  expect(valueAfter(replaceAll, { op: "add", path: "/data/color", value: "red" })).toEqual({
    metadata: { name: "a" },
    data: { size: "1", color: "red" },
  });
});

test.each([[{}], [{ metadata: { name: "b" } }], [[]], [[1]]])(
  "a webhook can replace the whole object by %j",
  (value) => {
    expect(valueAfter({ op: "replace", path: "", value })).toEqual(value);
  },
);

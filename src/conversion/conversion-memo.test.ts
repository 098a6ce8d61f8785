import { expect, test } from "vitest";
import type { ApiObject } from "../meta/object-meta.ts";
import { ConversionMemo, conversionKey } from "./conversion-memo.ts";

const object = { kind: "Thing", apiVersion: "example.com/v1", metadata: { name: "a" } } as ApiObject;

test("a memo drops the results that were unused for longest, but never the newest one", () => {
  const memo = new ConversionMemo(100);
  for (const key of ["a", "b", "c"]) memo.set(key, object, 30);
  memo.get("a");
  memo.set("d", object, 30);
  expect(["a", "b", "c", "d"].filter((key) => memo.get(key))).toEqual(["a", "c", "d"]);
  memo.set("large", object, 1000);
  expect(["a", "c", "d", "large"].filter((key) => memo.get(key))).toEqual(["large"]);
  memo.set("large", object, 10);
  memo.set("e", object, 80);
  expect(memo.get("large")).toBe(object);
});

test("a key does not depend on metadata that each write changes, but on everything else", () => {
  const key = (metadata: ApiObject["metadata"], version = "example.com/v2"): string =>
    conversionKey("1", { ...object, metadata }, version);
  const first = key({ name: "a" });
  expect(key({ name: "a", resourceVersion: "7", generation: 2, managedFields: [], uid: "u" })).toBe(first);
  expect(key({ name: "b" })).not.toBe(first);
  expect(key({ name: "a", labels: { a: "b" } })).not.toBe(first);
  expect(key({ name: "a" }, "example.com/v3")).not.toBe(first);
  expect(conversionKey("2", object, "example.com/v2")).not.toBe(first);
});

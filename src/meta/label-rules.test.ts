import { expect, test } from "vitest";
import { formatFieldError } from "./field-error.ts";
import { annotationErrors, labelErrors } from "./label-rules.ts";

const at = (): string => "metadata.labels";
const pathNotNeeded = (): string => {
  throw new Error("the path was asked for");
};

test("labelErrors() accepts valid labels without calling `path`", () => {
  expect(labelErrors(undefined, pathNotNeeded)).toEqual([]);
  expect(labelErrors({ app: "web", "example.com/tier": "", a_b: "C.d-1" }, pathNotNeeded)).toEqual([]);
});

test("labelErrors() reports an invalid key and an invalid value at the path of the map", () => {
  const errors = labelErrors({ "-a": "b c" }, at).map(formatFieldError);
  expect(errors).toEqual([
    expect.stringMatching(/^metadata\.labels: Invalid value: "-a": name part must consist of/),
    expect.stringMatching(/^metadata\.labels: Invalid value: "b c": a valid label must be an empty string or/),
  ]);
});

test("annotationErrors() accepts keys in upper case and any values", () => {
  expect(annotationErrors({ "Example.COM/Note": "any text\n at all" }, pathNotNeeded)).toEqual([]);
  expect(labelErrors({ "Example.COM/Note": "" }, at)).toHaveLength(1);
  expect(annotationErrors({ "a b": "" }, at)).toHaveLength(1);
});

test("annotationErrors() rejects annotations whose keys and values exceed 256 KiB of UTF-8", () => {
  const full = { a: "x".repeat(131_071), b: "é".repeat(65_535), c: "" };
  expect(annotationErrors(full, pathNotNeeded)).toEqual([]);
  const [error, ...others] = annotationErrors({ ...full, c: "12" }, at).map(formatFieldError);
  expect(error).toBe("metadata.labels: Too long: may not be more than 262144 bytes");
  expect(others).toEqual([]);
});

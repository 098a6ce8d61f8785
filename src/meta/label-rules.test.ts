import { expect, test } from "vitest";
import { formatFieldError } from "./field-error.ts";
import { annotationErrors, labelErrors } from "./label-rules.ts";

const at = (): string => "metadata.labels";
const unasked = (): string => {
  throw new Error("the path was asked for");
};

test("keys and values of labels that have the form are fine, and their path is not asked for", () => {
  expect(labelErrors(undefined, unasked)).toEqual([]);
  expect(labelErrors({ app: "web", "example.com/tier": "", a_b: "C.d-1" }, unasked)).toEqual([]);
});

test("a key and a value without the form are both reported at the map", () => {
  const errors = labelErrors({ "-a": "b c" }, at).map(formatFieldError);
  expect(errors).toEqual([
    expect.stringMatching(/^metadata\.labels: Invalid value: "-a": name part must consist of/),
    expect.stringMatching(/^metadata\.labels: Invalid value: "b c": a valid label must be an empty string or/),
  ]);
});

test("keys of annotations may be in upper case, and values are free", () => {
  expect(annotationErrors({ "Example.COM/Note": "any text\n at all" }, unasked)).toEqual([]);
  expect(labelErrors({ "Example.COM/Note": "" }, at)).toHaveLength(1);
  expect(annotationErrors({ "a b": "" }, at)).toHaveLength(1);
});

test("annotations hold 256 KiB together, keys and values, counted in UTF-8", () => {
  const full = { a: "x".repeat(131_071), b: "é".repeat(65_535), c: "" };
  expect(annotationErrors(full, unasked)).toEqual([]);
  const [error, ...others] = annotationErrors({ ...full, c: "12" }, at).map(formatFieldError);
  expect(error).toBe("metadata.labels: Too long: may not be more than 262144 bytes");
  expect(others).toEqual([]);
});

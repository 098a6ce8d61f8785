import { expect, test } from "vitest";
import { parseLabelSelector } from "../meta/label-selector.ts";
import { labelsIn, parsedLengthMax } from "./searched-labels.ts";

function textOf(count: number): string {
  const labels = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`example.com/l${index}`, `v${index}`]),
  );
  return JSON.stringify({ metadata: { labels: { ...labels, empty: "", name: "l1" } } });
}

test.each([10, 100_000])("selectors match an object with %i labels", (count) => {
  const text = textOf(count);
  expect(text.length > parsedLengthMax).toBe(count > 10);
  const labels = labelsIn(text);
  const matches = (selector: string): boolean => parseLabelSelector(selector).matches(labels);
  expect(matches("example.com/l3=v3")).toBe(true);
  expect(matches("example.com/l3=v4")).toBe(false);
  expect(matches("example.com/l9 in (v8,v9),name=l1,empty=")).toBe(true);
  expect(matches("l3")).toBe(false);
  expect(matches("!l3,!constructor,!labels,!metadata")).toBe(true);
  expect(matches("v3")).toBe(false);
});

test("labelsIn() returns no labels for an object without labels", () => {
  expect(labelsIn("{}")).toEqual({});
  expect(labelsIn('{"metadata":{}}')).toEqual({});
});

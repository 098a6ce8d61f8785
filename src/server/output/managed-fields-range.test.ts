import { expect, test } from "vitest";
import { managedFieldsIn } from "./managed-fields-range.ts";

const without = (json: string): string => {
  const bytes = Buffer.from(json);
  const range = managedFieldsIn(bytes);
  return range ? bytes.toString("utf8", 0, range.start) + bytes.toString("utf8", range.end) : json;
};

test.each([
  [
    "at the end of the metadata",
    '{"metadata":{"name":"a","managedFields":[{"x":"]}"}]},"data":{}}',
    '{"metadata":{"name":"a"},"data":{}}',
  ],
  [
    "before other members",
    '{"kind":"A","metadata":{"managedFields":[],"name":"a"}}',
    '{"kind":"A","metadata":{"name":"a"}}',
  ],
  ["alone", '{"metadata":{"managedFields":[{}]}}', '{"metadata":{}}'],
  ["in another struct only", '{"metadata":{"name":"a"},"spec":{"metadata":{"managedFields":[1]}}}', undefined],
  [
    "in the text of an annotation only",
    '{"metadata":{"annotations":{"a":"{\\"managedFields\\":[1]}"}},"b":1}',
    undefined,
  ],
  ["in an object without metadata", '{"spec":{"managedFields":[]}}', undefined],
])("managedFieldsIn() finds managed fields %s", (_, json, expected) => {
  expect(without(json)).toBe(expected ?? json);
});

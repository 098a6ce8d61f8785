import { expect, test } from "vitest";
import { readTolerations } from "./annotated-tolerations.ts";

test("field names of annotated tolerations are case-insensitive, and unknown fields are ignored", () => {
  const text = '[{"Key": "gpu", "OPERATOR": "Exists", "tolerationSeconds": 5, "color": "red", "value": null}, null]';
  expect(readTolerations(text, "core")).toEqual([{ key: "gpu", operator: "Exists", tolerationSeconds: 5 }, {}]);
});

test("null is read as no tolerations", () => {
  expect(readTolerations("null", "core")).toEqual([]);
});

test.each<[string, string]>([
  ["[", "unexpected end of JSON input"],
  ["7", "json: cannot unmarshal number into Go value of type []core.Toleration"],
  ['["gpu"]', "json: cannot unmarshal string into Go value of type core.Toleration"],
  ['[{"key": true}]', "json: cannot unmarshal bool into Go struct field Toleration.Key of type string"],
  [
    '[{"tolerationSeconds": 1.5}]',
    "json: cannot unmarshal number 1.5 into Go struct field Toleration.TolerationSeconds of type int64",
  ],
  ['[{"effect": []}]', "json: cannot unmarshal array into Go struct field Toleration.Effect of type core.TaintEffect"],
])("the annotation %s is rejected with the message of the reference", (text, message) => {
  expect(() => readTolerations(text, "core")).toThrow(message);
});

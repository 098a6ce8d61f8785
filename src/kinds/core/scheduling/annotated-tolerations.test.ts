import { expect, test } from "vitest";
import { readTolerations } from "./annotated-tolerations.ts";

test("names of members are taken in upper and lower case, what is not known is left out", () => {
  const text = '[{"Key": "gpu", "OPERATOR": "Exists", "tolerationSeconds": 5, "color": "red", "value": null}, null]';
  expect(readTolerations(text)).toEqual([{ key: "gpu", operator: "Exists", tolerationSeconds: 5 }, {}]);
});

test("nothing is no toleration", () => {
  expect(readTolerations("null")).toEqual([]);
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
])("%s is refused in the words of the reference", (text, message) => {
  expect(() => readTolerations(text)).toThrow(message);
});

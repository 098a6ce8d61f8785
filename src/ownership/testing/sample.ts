/** A sample kind with fields of all types, for tests of ownership. */
import {
  anyJson,
  boolean,
  int32,
  intOrString,
  list,
  map,
  namedJson,
  optional,
  quantity,
  recursiveStruct,
  required,
  type StructSchema,
  struct,
  text,
} from "../../schema/index.ts";
import { type FieldSet, fieldsOf } from "../field-set.ts";
import { type Shape, shapeOf } from "../shape.ts";
import { showPath } from "../step.ts";

const pair = struct("t/v1.Pair", "A pair.", {
  left: optional(text, 1, "One."),
  right: optional(text, 2, "The other."),
});

const wholePair = struct(
  "t/v1.WholePair",
  "A pair.",
  { left: optional(text, 1, ""), right: optional(text, 2, "") },
  { atomic: true },
);

const port = struct("t/v1.Port", "A port.", {
  port: required(int32, 1, "Its number."),
  protocol: optional(text, 2, "What it speaks.", { default: "TCP" }),
  name: optional(text, 3, "What it is called."),
});

const item = struct("t/v1.Item", "An item.", {
  name: required(text, 1, "Which."),
  value: optional(text, 2, "What."),
  labels: optional(map(text), 3, "About it."),
  ports: optional(list(port, { type: "map", keys: ["port", "protocol"] }), 4, "Its ports."),
});

const node: StructSchema = recursiveStruct("t/v1.Node", "Holds itself.", () => ({
  name: optional(text, 1, "Which."),
  below: optional(map(node), 2, "More of them."),
}));

const specFields = {
  text: optional(text, 1, "A text."),
  number: optional(int32, 2, "A number."),
  flag: optional(boolean, 3, "Yes or no."),
  amount: optional(quantity, 4, "An amount."),
  either: optional(intOrString, 5, "A number or a text."),
  labels: optional(map(text), 6, "Texts by name."),
  wholeLabels: optional(map(text, { atomic: true }), 7, "Texts of one owner."),
  pair: optional(pair, 8, "A pair."),
  wholePair: optional(wholePair, 9, "A pair of one owner."),
  partedPair: optional(wholePair, 10, "A pair that has one owner elsewhere.", { granular: true }),
  joinedPair: optional(pair, 11, "A pair that has owners elsewhere.", { granular: false }),
  texts: optional(list(text, { type: "set" }), 12, "A set of texts."),
  numbers: optional(list(int32, { type: "set" }), 13, "A set of numbers."),
  flags: optional(list(boolean, { type: "set" }), 14, "A set of truth values."),
  items: optional(list(item, { type: "map", keys: ["name"] }), 15, "Items by name."),
  ports: optional(list(port, { type: "map", keys: ["port", "protocol"] }), 16, "Ports by what they are."),
  merged: optional(list(item, { merge: "name" }), 17, "Items that a patch merges by name."),
  mergedTexts: optional(list(text, { merge: true }), 18, "Texts that a patch merges."),
  wholeList: optional(list(text), 19, "Texts of one owner."),
  wholeItems: optional(list(item), 20, "Items of one owner."),
  deduced: optional(namedJson("t/v1.JSON", "Any."), 21, "Any JSON that the server knows of."),
  opaque: optional(anyJson, 22, "Any JSON."),
  node: optional(node, 23, "Nodes below nodes."),
};

const spec: StructSchema = struct("t/v1.Spec", "What is wanted.", specFields);
const metadata = struct("t/v1.Meta", "What names it.", {
  name: optional(text, 1, ""),
  labels: optional(map(text), 2, ""),
  annotations: optional(map(text), 3, ""),
});

/** The schema of the sample kind. */
export const sampleSchema: StructSchema = struct("t/v1.Sample", "A sample.", {
  apiVersion: optional(text, 1, ""),
  kind: optional(text, 2, ""),
  metadata: optional(metadata, 3, ""),
  spec: optional(spec, 4, ""),
});

/** The shape of the sample kind. */
export const sampleShape: Shape = shapeOf(sampleSchema);
/** The shape of the sample kind's spec. */
export const specShape: Shape = shapeOf(spec);

/** Returns the fields of a set as they are shown in messages. */
export function shown(set: FieldSet): string[] {
  return [...fieldsOf(set)].map(showPath);
}

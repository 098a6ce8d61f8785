import { expect, test } from "vitest";
import { configMap } from "../../api/index.ts";
import { decodeCborObject } from "./decode.ts";
import { encodeCbor, encodeCborItem } from "./encode.ts";
import { cborDocument, cborItemPieces, encodeCborContent } from "./object-content.ts";

const type = { kind: "ConfigMap", apiVersion: "v1" };
const metadata = { name: "a" };
/** Objects with members before, between and behind `kind` and `apiVersion`, and with more than 23 members. */
const objects: readonly (readonly [what: string, object: object])[] = [
  ["no other member", {}],
  ["members before kind", { data: { x: "1" }, a: 1 }],
  ["members between", { metadata, spec: {}, kina: "", kine: "" }],
  ["members behind apiVersion", { binaryData: "x", immutableThing: true }],
  ["many members", Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`m${index}`, index]))],
  ["members that look like kind", { kin: "kind", apiVersio: "apiVersion", data: { kind: "x", apiVersion: "y" } }],
];

test.each(objects)("the document and the item of an object with %s are those of the encoder", (_, object) => {
  const content = encodeCborContent({ ...type, ...object });
  expect(cborDocument(content, type)).toEqual(encodeCbor({ ...type, ...object }));
  expect(Buffer.concat(cborItemPieces(content, undefined))).toEqual(encodeCborItem(object));
  const other = { kind: "Other", apiVersion: "example.com/v1" };
  expect(decodeCborObject(cborDocument(content, other)).value).toEqual({ ...object, ...other });
});

test("the content of a built-in object has its bytes and numbers as the schema declares them", () => {
  const object = { ...type, metadata, binaryData: { b: "AP8=" }, data: { x: "AP8=" }, immutable: true };
  const content = encodeCborContent(object, configMap.schema);
  expect(cborDocument(content, type)).toEqual(encodeCbor(object, configMap.schema));
});

import { expect, test } from "vitest";
import { parseContentType } from "./content-type.ts";

test.each([
  ["application/json", "application/json", {}],
  ["Application/JSON", "application/json", {}],
  [" application/json ; Charset=UTF-8", "application/json", { charset: "UTF-8" }],
  ["application/apply-patch+yaml;", "application/apply-patch+yaml", {}],
  ['a/b; x="c; \\"d\\" \\e"; y=z', "a/b", { x: 'c; "d" \\e', y: "z" }],
  ["a/b;x=1;X=1", "a/b", { x: "1" }],
  ["json", "json", {}],
])("parseContentType() reads %s", (header, mediaType, parameters) => {
  expect(parseContentType(header)).toStrictEqual({ mediaType, parameters: new Map(Object.entries(parameters)) });
});

test.each([
  "",
  ";charset=utf-8",
  "application/",
  "/json",
  "application/json json",
  "application/json/x",
  "application/json;charset",
  "application/json;charset=",
  "application/json;=utf-8",
  "application/json;x=1;x=2",
  'application/json;x="1',
  "application/json;;",
  "application/json,text/plain",
  `application/json;x=${"y".repeat(2000)}`,
])("parseContentType() rejects %s", (header) => {
  expect(parseContentType(header)).toBeUndefined();
});

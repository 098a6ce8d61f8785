import { describe, expect, test } from "vitest";
import { vocabularyNames } from "../../meta/vocabulary.ts";
import { protobufEncoder } from "./swagger-protobuf.ts";
import { decodeSwagger } from "./testing/decode-swagger.ts";
import { v2Document, v2Protobuf } from "./testing/served-documents.ts";
import type { SwaggerFrame } from "./v2-document.ts";

const frame: SwaggerFrame = {
  swagger: "2.0",
  info: { title: "t", version: "v1" },
  securityDefinitions: { T: { type: "apiKey", name: "n", in: "header", description: "d" } },
  security: [{ T: [] }],
};

describe.each(vocabularyNames)("in the vocabulary %s", (name) => {
  test("the protobuf form of the version 2 document decodes to its JSON form", async () => {
    expect(decodeSwagger(await v2Protobuf(name))).toEqual(await v2Document(name));
  });
});

// The expected bytes are written by hand, with the field numbers of OpenAPIv2.proto.
test("the protobuf form of a version 2 document is the message openapi.v2.Document", () => {
  const encoder = protobufEncoder();
  encoder.addPaths({ "/p": {} });
  encoder.addDefinitions({ A: { type: "string" } });
  const hexOf = (text: string): string => Buffer.from(text).toString("hex");
  const info = `0a01${hexOf("t")}1202${hexOf("v1")}`;
  const apiKey = `0a06${hexOf("apiKey")}1201${hexOf("n")}1a06${hexOf("header")}2201${hexOf("d")}`;
  expect(Buffer.concat(encoder.finish(frame, {})).toString("hex")).toBe(
    [
      `0a03${hexOf("2.0")}`,
      `1207${info}`,
      // One security definition: its name, and the message of an API key inside two wrapper messages.
      `6a1f0a1d0a01${hexOf("T")}12181216${apiKey}`,
      // One requirement: its name and an empty list.
      `62070a050a01${hexOf("T")}1200`,
      // No parameters.
      "5200",
      // One path: its name and an empty item.
      `420812060a02${hexOf("/p")}1200`,
      // One definition: its name, and a schema whose type is a list with one item.
      `4a120a100a01${hexOf("A")}120bb201080a06${hexOf("string")}`,
    ].join(""),
  );
});

test("the protobuf encoder throws for members and parameters without a field", () => {
  const encoder = protobufEncoder();
  expect(() => encoder.addDefinitions({ A: { oneOf: [] } })).toThrow("there is no protobuf field for oneOf");
  expect(() => encoder.addPaths({ "/": { trace: {} } })).toThrow("there is no protobuf field for trace");
  expect(() => encoder.addPaths({ "/": { parameters: [{ name: "n", in: "cookie" }] } })).toThrow(
    "there is no protobuf message for parameters in cookie",
  );
});

test("the protobuf encoder writes a property with the name of an inherited member", () => {
  const encoder = protobufEncoder();
  encoder.addDefinitions({ A: { type: "object", properties: { constructor: { type: "string" } as const } } });
  expect(decodeSwagger(Buffer.concat(encoder.finish(frame, {})))).toMatchObject({
    definitions: { A: { properties: { constructor: { type: "string" } } } },
  });
  expect(() => encoder.addPaths({ "/": { constructor: {} } })).toThrow("there is no protobuf field for constructor");
});

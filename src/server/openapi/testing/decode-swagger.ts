/** Decodes a version 2 document from protobuf to its JSON form, by the messages of OpenAPIv2.proto. */

import {
  any,
  type Decode,
  extension,
  flag,
  membersWithin,
  message,
  oneOf,
  only,
  text,
  wireFields,
} from "./decode-message.ts";

const schema: Decode = message(() => ({
  1: { name: "$ref", decode: text },
  2: { name: "format", decode: text },
  4: { name: "description", decode: text },
  16: { name: "uniqueItems", decode: flag },
  19: { name: "required", decode: text, repeated: "list" },
  20: { name: "enum", decode: any, repeated: "list" },
  21: { name: "additionalProperties", decode: oneOf({ 1: schema, 2: flag }) },
  22: { name: "type", decode: only(1, text) },
  23: { name: "items", decode: only(1, schema) },
  25: { name: "properties", decode: membersWithin(1, schema) },
  31: extension,
}));

const body = message(() => ({
  1: { name: "description", decode: text },
  2: { name: "name", decode: text },
  3: { name: "in", decode: text },
  4: { name: "required", decode: flag },
  5: { name: "schema", decode: schema },
}));

const simpleParameter = (type: number, uniqueItems: number): Decode =>
  message(() => ({
    1: { name: "required", decode: flag },
    2: { name: "in", decode: text },
    3: { name: "description", decode: text },
    4: { name: "name", decode: text },
    [type]: { name: "type", decode: text },
    [uniqueItems]: { name: "uniqueItems", decode: flag },
  }));

const parameter = oneOf({ 1: body, 2: oneOf({ 3: simpleParameter(6, 20), 4: simpleParameter(5, 19) }) });
const parameterItem = oneOf({ 1: parameter, 2: message(() => ({ 1: { name: "$ref", decode: text } })) });

const response = message(() => ({
  1: { name: "description", decode: text },
  2: { name: "schema", decode: only(1, schema) },
}));

const operation = message(() => ({
  1: { name: "tags", decode: text, repeated: "list" },
  3: { name: "description", decode: text },
  5: { name: "operationId", decode: text },
  6: { name: "produces", decode: text, repeated: "list" },
  7: { name: "consumes", decode: text, repeated: "list" },
  8: { name: "parameters", decode: parameterItem, repeated: "list" },
  9: { name: "responses", decode: membersWithin(1, only(1, response)) },
  10: { name: "schemes", decode: text, repeated: "list" },
  13: extension,
}));

const pathItem = message(() => ({
  2: { name: "get", decode: operation },
  3: { name: "put", decode: operation },
  4: { name: "post", decode: operation },
  5: { name: "delete", decode: operation },
  6: { name: "options", decode: operation },
  7: { name: "head", decode: operation },
  8: { name: "patch", decode: operation },
  9: { name: "parameters", decode: parameterItem, repeated: "list" },
}));

const apiKey = message(() => ({
  1: { name: "type", decode: text },
  2: { name: "name", decode: text },
  3: { name: "in", decode: text },
  4: { name: "description", decode: text },
}));

const texts: Decode = (bytes) => [...wireFields(bytes as Buffer)].map(({ value }) => text(value));

const document = message(() => ({
  1: { name: "swagger", decode: text },
  2: {
    name: "info",
    decode: message(() => ({ 1: { name: "title", decode: text }, 2: { name: "version", decode: text } })),
  },
  8: { name: "paths", decode: membersWithin(2, pathItem), repeated: "merged" },
  9: { name: "definitions", decode: membersWithin(1, schema), repeated: "merged" },
  10: { name: "parameters", decode: membersWithin(1, parameter) },
  12: { name: "security", decode: membersWithin(1, texts), repeated: "list" },
  13: { name: "securityDefinitions", decode: membersWithin(1, oneOf({ 2: apiKey })) },
}));

/** Returns the JSON form of a version 2 document. */
export function decodeSwagger(bytes: Buffer): unknown {
  return document(bytes);
}

/** Decodes a version 2 document from protobuf to its JSON form, by the messages of OpenAPIv2.proto. */

import {
  type Decode,
  decodeAny,
  decodeBoolean,
  decodeDouble,
  decodeInteger,
  decodeString,
  extensionField,
  mapDecoder,
  messageDecoder,
  oneOfFields,
  onlyField,
  wireFields,
} from "./decode-message.ts";

const schema: Decode = messageDecoder(() => ({
  1: { name: "$ref", decode: decodeString },
  2: { name: "format", decode: decodeString },
  3: { name: "title", decode: decodeString },
  6: { name: "multipleOf", decode: decodeDouble },
  7: { name: "maximum", decode: decodeDouble },
  8: { name: "exclusiveMaximum", decode: decodeBoolean },
  9: { name: "minimum", decode: decodeDouble },
  10: { name: "exclusiveMinimum", decode: decodeBoolean },
  11: { name: "maxLength", decode: decodeInteger },
  12: { name: "minLength", decode: decodeInteger },
  13: { name: "pattern", decode: decodeString },
  14: { name: "maxItems", decode: decodeInteger },
  15: { name: "minItems", decode: decodeInteger },
  17: { name: "maxProperties", decode: decodeInteger },
  18: { name: "minProperties", decode: decodeInteger },
  4: { name: "description", decode: decodeString },
  16: { name: "uniqueItems", decode: decodeBoolean },
  19: { name: "required", decode: decodeString, repeated: "list" },
  20: { name: "enum", decode: decodeAny, repeated: "list" },
  21: { name: "additionalProperties", decode: oneOfFields({ 1: schema, 2: decodeBoolean }) },
  22: { name: "type", decode: onlyField(1, decodeString) },
  23: { name: "items", decode: onlyField(1, schema) },
  25: { name: "properties", decode: mapDecoder(1, schema) },
  31: extensionField,
}));

const body = messageDecoder(() => ({
  1: { name: "description", decode: decodeString },
  2: { name: "name", decode: decodeString },
  3: { name: "in", decode: decodeString },
  4: { name: "required", decode: decodeBoolean },
  5: { name: "schema", decode: schema },
}));

const simpleParameter = (type: number, uniqueItems: number): Decode =>
  messageDecoder(() => ({
    1: { name: "required", decode: decodeBoolean },
    2: { name: "in", decode: decodeString },
    3: { name: "description", decode: decodeString },
    4: { name: "name", decode: decodeString },
    [type]: { name: "type", decode: decodeString },
    [uniqueItems]: { name: "uniqueItems", decode: decodeBoolean },
  }));

const parameter = oneOfFields({ 1: body, 2: oneOfFields({ 3: simpleParameter(6, 20), 4: simpleParameter(5, 19) }) });
const parameterItem = oneOfFields({
  1: parameter,
  2: messageDecoder(() => ({ 1: { name: "$ref", decode: decodeString } })),
});

const response = messageDecoder(() => ({
  1: { name: "description", decode: decodeString },
  2: { name: "schema", decode: onlyField(1, schema) },
}));

const operation = messageDecoder(() => ({
  1: { name: "tags", decode: decodeString, repeated: "list" },
  3: { name: "description", decode: decodeString },
  5: { name: "operationId", decode: decodeString },
  6: { name: "produces", decode: decodeString, repeated: "list" },
  7: { name: "consumes", decode: decodeString, repeated: "list" },
  8: { name: "parameters", decode: parameterItem, repeated: "list" },
  9: { name: "responses", decode: mapDecoder(1, onlyField(1, response)) },
  10: { name: "schemes", decode: decodeString, repeated: "list" },
  13: extensionField,
}));

const pathItem = messageDecoder(() => ({
  2: { name: "get", decode: operation },
  3: { name: "put", decode: operation },
  4: { name: "post", decode: operation },
  5: { name: "delete", decode: operation },
  6: { name: "options", decode: operation },
  7: { name: "head", decode: operation },
  8: { name: "patch", decode: operation },
  9: { name: "parameters", decode: parameterItem, repeated: "list" },
}));

const apiKey = messageDecoder(() => ({
  1: { name: "type", decode: decodeString },
  2: { name: "name", decode: decodeString },
  3: { name: "in", decode: decodeString },
  4: { name: "description", decode: decodeString },
}));

const texts: Decode = (bytes) => [...wireFields(bytes as Buffer)].map(({ value }) => decodeString(value));

const document = messageDecoder(() => ({
  1: { name: "swagger", decode: decodeString },
  2: {
    name: "info",
    decode: messageDecoder(() => ({
      1: { name: "title", decode: decodeString },
      2: { name: "version", decode: decodeString },
    })),
  },
  8: { name: "paths", decode: mapDecoder(2, pathItem), repeated: "merged" },
  9: { name: "definitions", decode: mapDecoder(1, schema), repeated: "merged" },
  10: { name: "parameters", decode: mapDecoder(1, parameter) },
  12: { name: "security", decode: mapDecoder(1, texts), repeated: "list" },
  13: { name: "securityDefinitions", decode: mapDecoder(1, oneOfFields({ 2: apiKey })) },
}));

/** Returns the JSON form of a version 2 document. */
export function decodeSwagger(bytes: Buffer): unknown {
  return document(bytes);
}

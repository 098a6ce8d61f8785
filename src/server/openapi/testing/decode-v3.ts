/** Decodes a version 3 document from protobuf to its JSON form, by the messages of OpenAPIv3.proto. */
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

const reference = messageDecoder(() => ({ 1: { name: "$ref", decode: decodeString } }));
const orReference = (decode: Decode): Decode => oneOfFields({ 1: decode, 2: reference });

/** Decodes a default. An object cannot be encoded as a default, so its message is empty. */
const defaultValue: Decode = (bytes) =>
  [...wireFields(bytes as Buffer)].length === 0
    ? {}
    : oneOfFields({ 1: decodeDouble, 2: decodeBoolean, 3: decodeString })(bytes);

const schemaOrReference: Decode = (bytes) => orReference(schema)(bytes);

const schema: Decode = messageDecoder(() => ({
  1: { name: "nullable", decode: decodeBoolean },
  9: { name: "title", decode: decodeString },
  10: { name: "multipleOf", decode: decodeDouble },
  11: { name: "maximum", decode: decodeDouble },
  12: { name: "exclusiveMaximum", decode: decodeBoolean },
  13: { name: "minimum", decode: decodeDouble },
  14: { name: "exclusiveMinimum", decode: decodeBoolean },
  15: { name: "maxLength", decode: decodeInteger },
  16: { name: "minLength", decode: decodeInteger },
  17: { name: "pattern", decode: decodeString },
  18: { name: "maxItems", decode: decodeInteger },
  19: { name: "minItems", decode: decodeInteger },
  21: { name: "maxProperties", decode: decodeInteger },
  22: { name: "minProperties", decode: decodeInteger },
  20: { name: "uniqueItems", decode: decodeBoolean },
  23: { name: "required", decode: decodeString, repeated: "list" },
  24: { name: "enum", decode: decodeAny, repeated: "list" },
  25: { name: "type", decode: decodeString },
  26: { name: "allOf", decode: schemaOrReference, repeated: "list" },
  27: { name: "oneOf", decode: schemaOrReference, repeated: "list" },
  28: { name: "anyOf", decode: schemaOrReference, repeated: "list" },
  29: { name: "not", decode: schema },
  30: { name: "items", decode: onlyField(1, schemaOrReference) },
  31: { name: "properties", decode: mapDecoder(1, schemaOrReference) },
  32: { name: "additionalProperties", decode: oneOfFields({ 1: schemaOrReference, 2: decodeBoolean }) },
  33: { name: "default", decode: defaultValue },
  34: { name: "description", decode: decodeString },
  35: { name: "format", decode: decodeString },
  36: extensionField,
}));

const content = mapDecoder(
  1,
  messageDecoder(() => ({ 1: { name: "schema", decode: schemaOrReference } })),
);

const parameter = orReference(
  messageDecoder(() => ({
    1: { name: "name", decode: decodeString },
    2: { name: "in", decode: decodeString },
    3: { name: "description", decode: decodeString },
    4: { name: "required", decode: decodeBoolean },
    10: { name: "schema", decode: schemaOrReference },
  })),
);

const requestBody = orReference(
  messageDecoder(() => ({
    1: { name: "description", decode: decodeString },
    2: { name: "content", decode: content },
    3: { name: "required", decode: decodeBoolean },
  })),
);

const response = orReference(
  messageDecoder(() => ({ 1: { name: "description", decode: decodeString }, 3: { name: "content", decode: content } })),
);

const operation = messageDecoder(() => ({
  1: { name: "tags", decode: decodeString, repeated: "list" },
  3: { name: "description", decode: decodeString },
  5: { name: "operationId", decode: decodeString },
  6: { name: "parameters", decode: parameter, repeated: "list" },
  7: { name: "requestBody", decode: requestBody },
  8: { name: "responses", decode: mapDecoder(2, response) },
  13: extensionField,
}));

const pathItem = messageDecoder(() => ({
  4: { name: "get", decode: operation },
  5: { name: "put", decode: operation },
  6: { name: "post", decode: operation },
  7: { name: "delete", decode: operation },
  8: { name: "options", decode: operation },
  9: { name: "head", decode: operation },
  10: { name: "patch", decode: operation },
  13: { name: "parameters", decode: parameter, repeated: "list" },
}));

const securityScheme = messageDecoder(() => ({
  1: { name: "type", decode: decodeString },
  2: { name: "description", decode: decodeString },
  3: { name: "name", decode: decodeString },
  4: { name: "in", decode: decodeString },
}));

const document = messageDecoder(() => ({
  1: { name: "openapi", decode: decodeString },
  2: {
    name: "info",
    decode: messageDecoder(() => ({
      1: { name: "title", decode: decodeString },
      6: { name: "version", decode: decodeString },
    })),
  },
  4: { name: "paths", decode: mapDecoder(1, pathItem) },
  5: {
    name: "components",
    decode: messageDecoder(() => ({
      1: { name: "schemas", decode: mapDecoder(1, schemaOrReference) },
      7: { name: "securitySchemes", decode: mapDecoder(1, orReference(securityScheme)) },
    })),
  },
}));

/** Returns the JSON form of a version 3 document. */
export function decodeV3(bytes: Buffer): unknown {
  return document(bytes);
}

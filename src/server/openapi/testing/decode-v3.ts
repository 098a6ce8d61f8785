/** Decodes a version 3 document from protobuf to its JSON form, by the messages of OpenAPIv3.proto. */
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

const double: Decode = (value) => (value as Buffer).readDoubleLE();
const reference = message(() => ({ 1: { name: "$ref", decode: text } }));
const orReference = (decode: Decode): Decode => oneOf({ 1: decode, 2: reference });

/** Decodes a default. An object cannot be encoded as a default, so its message is empty. */
const defaultValue: Decode = (bytes) =>
  [...wireFields(bytes as Buffer)].length === 0 ? {} : oneOf({ 1: double, 2: flag, 3: text })(bytes);

const schemaOrReference: Decode = (bytes) => orReference(schema)(bytes);

const schema: Decode = message(() => ({
  20: { name: "uniqueItems", decode: flag },
  23: { name: "required", decode: text, repeated: "list" },
  24: { name: "enum", decode: any, repeated: "list" },
  25: { name: "type", decode: text },
  26: { name: "allOf", decode: schemaOrReference, repeated: "list" },
  27: { name: "oneOf", decode: schemaOrReference, repeated: "list" },
  28: { name: "anyOf", decode: schemaOrReference, repeated: "list" },
  30: { name: "items", decode: only(1, schemaOrReference) },
  31: { name: "properties", decode: membersWithin(1, schemaOrReference) },
  32: { name: "additionalProperties", decode: oneOf({ 1: schemaOrReference, 2: flag }) },
  33: { name: "default", decode: defaultValue },
  34: { name: "description", decode: text },
  35: { name: "format", decode: text },
  36: extension,
}));

const content = membersWithin(
  1,
  message(() => ({ 1: { name: "schema", decode: schemaOrReference } })),
);

const parameter = orReference(
  message(() => ({
    1: { name: "name", decode: text },
    2: { name: "in", decode: text },
    3: { name: "description", decode: text },
    4: { name: "required", decode: flag },
    10: { name: "schema", decode: schemaOrReference },
  })),
);

const requestBody = orReference(
  message(() => ({
    1: { name: "description", decode: text },
    2: { name: "content", decode: content },
    3: { name: "required", decode: flag },
  })),
);

const response = orReference(
  message(() => ({ 1: { name: "description", decode: text }, 3: { name: "content", decode: content } })),
);

const operation = message(() => ({
  1: { name: "tags", decode: text, repeated: "list" },
  3: { name: "description", decode: text },
  5: { name: "operationId", decode: text },
  6: { name: "parameters", decode: parameter, repeated: "list" },
  7: { name: "requestBody", decode: requestBody },
  8: { name: "responses", decode: membersWithin(2, response) },
  13: extension,
}));

const pathItem = message(() => ({
  4: { name: "get", decode: operation },
  5: { name: "put", decode: operation },
  6: { name: "post", decode: operation },
  7: { name: "delete", decode: operation },
  8: { name: "options", decode: operation },
  9: { name: "head", decode: operation },
  10: { name: "patch", decode: operation },
  13: { name: "parameters", decode: parameter, repeated: "list" },
}));

const securityScheme = message(() => ({
  1: { name: "type", decode: text },
  2: { name: "description", decode: text },
  3: { name: "name", decode: text },
  4: { name: "in", decode: text },
}));

const document = message(() => ({
  1: { name: "openapi", decode: text },
  2: {
    name: "info",
    decode: message(() => ({ 1: { name: "title", decode: text }, 6: { name: "version", decode: text } })),
  },
  4: { name: "paths", decode: membersWithin(1, pathItem) },
  5: {
    name: "components",
    decode: message(() => ({
      1: { name: "schemas", decode: membersWithin(1, schemaOrReference) },
      7: { name: "securitySchemes", decode: membersWithin(1, orReference(securityScheme)) },
    })),
  },
}));

/** Returns the JSON form of a version 3 document. */
export function decodeV3(bytes: Buffer): unknown {
  return document(bytes);
}

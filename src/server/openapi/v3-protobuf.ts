/**
 * Encodes a version 3 document as protobuf, the encoding that kubectl requests. The messages are those of
 * `openapi.v3.Document`, with the members that our documents have.
 */
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { byteLength } from "./encoded-pieces.ts";
import {
  anyField,
  booleanField,
  doubleField,
  encodeProtobuf,
  integerField,
  type MemberWriter,
  type MessageLayout,
  mapField,
  messageField,
  messagePieces,
  repeatedField,
  stringField,
  stringListField,
  wrapperField,
  writeMessage,
} from "./protobuf-message.ts";
import type { V3Encoder } from "./v3-document.ts";

const reference = messageField(2, { members: { $ref: stringField(1) } });

/** Writes a value or a reference to one. The message has one field for each. */
function orReference(field: number, form: MessageLayout | (() => MessageLayout)): MemberWriter {
  const whole = messageField(1, form);
  return wrapperField(field, (writer, value) => {
    if ("$ref" in (value as ReadonlyJsonObject)) reference(writer, value);
    else whole(writer, value);
  });
}

/** Schemas contain schemas, so this one is looked up when it is used. */
function schemaAt(field: number): MemberWriter {
  return orReference(field, () => schema);
}

/** Writes a schema, or a boolean that says whether any property is allowed. */
const schemaProperties = schemaAt(1);
function additionalProperties(field: number): MemberWriter {
  return wrapperField(field, (writer, value) => {
    if (typeof value === "boolean") writer.booleanChoice(2, value);
    else schemaProperties(writer, value);
  });
}

/** Writes a default. As in the reference, a default that is not a number, boolean or string is an empty message. */
function defaultValue(field: number): MemberWriter {
  return wrapperField(field, (writer, value) => {
    if (typeof value === "number") writer.numberChoice(1, value);
    else if (typeof value === "boolean") writer.booleanChoice(2, value);
    else if (typeof value === "string") writer.element(3, value);
  });
}

const schema: MessageLayout = {
  members: {
    nullable: booleanField(1),
    title: stringField(9),
    multipleOf: doubleField(10),
    maximum: doubleField(11),
    exclusiveMaximum: booleanField(12),
    minimum: doubleField(13),
    exclusiveMinimum: booleanField(14),
    maxLength: integerField(15),
    minLength: integerField(16),
    pattern: stringField(17),
    maxItems: integerField(18),
    minItems: integerField(19),
    uniqueItems: booleanField(20),
    maxProperties: integerField(21),
    minProperties: integerField(22),
    required: stringListField(23),
    enum: repeatedField(anyField(24)),
    type: stringField(25),
    allOf: repeatedField(schemaAt(26)),
    oneOf: repeatedField(schemaAt(27)),
    anyOf: repeatedField(schemaAt(28)),
    not: messageField(29, () => schema),
    items: wrapperField(30, schemaAt(1)),
    properties: wrapperField(31, mapField(1, schemaAt(2))),
    additionalProperties: additionalProperties(32),
    default: defaultValue(33),
    description: stringField(34),
    format: stringField(35),
  },
  extensions: 36,
};

function content(field: number): MemberWriter {
  const mediaType: MessageLayout = { members: { schema: schemaAt(1) } };
  return wrapperField(field, mapField(1, messageField(2, mediaType)));
}

const parameter: MessageLayout = {
  members: {
    name: stringField(1),
    in: stringField(2),
    description: stringField(3),
    required: booleanField(4),
    schema: schemaAt(10),
  },
};
const requestBody: MessageLayout = {
  members: { description: stringField(1), content: content(2), required: booleanField(3) },
};
const response: MessageLayout = { members: { description: stringField(1), content: content(3) } };

const operation: MessageLayout = {
  members: {
    tags: stringListField(1),
    description: stringField(3),
    operationId: stringField(5),
    parameters: repeatedField(orReference(6, parameter)),
    requestBody: orReference(7, requestBody),
    responses: wrapperField(8, mapField(2, orReference(2, response))),
  },
  extensions: 13,
};

const pathItem: MessageLayout = {
  members: {
    get: messageField(4, operation),
    put: messageField(5, operation),
    post: messageField(6, operation),
    delete: messageField(7, operation),
    options: messageField(8, operation),
    head: messageField(9, operation),
    patch: messageField(10, operation),
    parameters: repeatedField(orReference(13, parameter)),
  },
};

const securityScheme: MessageLayout = {
  members: { type: stringField(1), description: stringField(2), name: stringField(3), in: stringField(4) },
};

/** The message of a document without `paths` and `components`, which are encoded section by section. */
const frame: MessageLayout = {
  members: {
    openapi: stringField(1),
    info: messageField(2, { members: { title: stringField(1), version: stringField(6) } }),
  },
};

const pathsField = 4;
const componentsField = 5;
const schemasField = 1;
const writePaths = mapField(1, messageField(2, pathItem));
const writeSchemas = mapField(1, schemaAt(2));
const writeSecuritySchemes = wrapperField(7, mapField(1, orReference(2, securityScheme)));

/** Returns an encoder that keeps the bytes of each section. */
export function v3ProtobufEncoder(): V3Encoder {
  const paths: Buffer[] = [];
  const schemas: Buffer[] = [];
  return {
    addPaths: (members) => paths.push(encodeProtobuf((writer) => writePaths(writer, members))),
    addSchemas: (members) => schemas.push(encodeProtobuf((writer) => writeSchemas(writer, members))),
    finish: ({ securitySchemes, ...members }) => {
      const security = encodeProtobuf((writer) => securitySchemes && writeSecuritySchemes(writer, securitySchemes));
      const components = [...(byteLength(schemas) > 0 ? messagePieces(schemasField, schemas) : []), security];
      return [
        encodeProtobuf((writer) => writeMessage(writer, frame, members)),
        ...messagePieces(pathsField, paths),
        ...messagePieces(componentsField, components),
      ];
    },
  };
}

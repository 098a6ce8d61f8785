/**
 * Encodes a version 2 document as protobuf, the encoding that older clients request. The messages are those of
 * `openapi.v2.Document`, with the members that our documents have.
 */
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
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
import type { ProtobufWriter } from "./protobuf-writer.ts";
import type { SwaggerEncoder } from "./v2-document.ts";

/** Schemas contain schemas, so this one is looked up when it is used. */
function schemaAt(field: number): MemberWriter {
  return messageField(field, () => schema);
}

/** Writes a schema, or a boolean that says whether any property is allowed. */
function additionalProperties(field: number): MemberWriter {
  const properties = schemaAt(1);
  return wrapperField(field, (writer, value) => {
    if (typeof value === "boolean") writer.booleanChoice(2, value);
    else properties(writer, value);
  });
}

const schema: MessageLayout = {
  members: {
    $ref: stringField(1),
    format: stringField(2),
    title: stringField(3),
    description: stringField(4),
    multipleOf: doubleField(6),
    maximum: doubleField(7),
    exclusiveMaximum: booleanField(8),
    minimum: doubleField(9),
    exclusiveMinimum: booleanField(10),
    maxLength: integerField(11),
    minLength: integerField(12),
    pattern: stringField(13),
    maxItems: integerField(14),
    minItems: integerField(15),
    uniqueItems: booleanField(16),
    maxProperties: integerField(17),
    minProperties: integerField(18),
    required: stringListField(19),
    enum: repeatedField(anyField(20)),
    additionalProperties: additionalProperties(21),
    type: wrapperField(22, stringField(1)),
    items: wrapperField(23, schemaAt(1)),
    properties: wrapperField(25, mapField(1, schemaAt(2))),
  },
  extensions: 31,
};

const bodyParameter: MessageLayout = {
  members: {
    description: stringField(1),
    name: stringField(2),
    in: stringField(3),
    required: booleanField(4),
    schema: schemaAt(5),
  },
};

/** Members that path and query parameters have in common. */
const plainParameter = {
  required: booleanField(1),
  in: stringField(2),
  description: stringField(3),
  name: stringField(4),
};
const queryParameter: MessageLayout = {
  members: { ...plainParameter, type: stringField(6), uniqueItems: booleanField(20) },
};
const pathParameter: MessageLayout = {
  members: { ...plainParameter, type: stringField(5), uniqueItems: booleanField(19) },
};

const parameterWriters: Readonly<Record<string, MemberWriter>> = {
  body: messageField(1, bodyParameter),
  path: wrapperField(2, messageField(4, pathParameter)),
  query: wrapperField(2, messageField(3, queryParameter)),
};

function writeParameter(writer: ProtobufWriter, value: unknown): void {
  const location = String((value as ReadonlyJsonObject)["in"]);
  const write = parameterWriters[location];
  if (!write) throw new TypeError(`there is no protobuf message for parameters in ${location}`);
  write(writer, value);
}

const wholeParameter = wrapperField(1, writeParameter);
const parameterReference = messageField(2, { members: { $ref: stringField(1) } });

/** Writes a list of parameters and references to parameters. */
function parameters(field: number): MemberWriter {
  const write: MemberWriter = (writer, value) => {
    if ("$ref" in (value as ReadonlyJsonObject)) parameterReference(writer, value);
    else wholeParameter(writer, value);
  };
  return repeatedField(wrapperField(field, write));
}

const response: MessageLayout = { members: { description: stringField(1), schema: wrapperField(2, schemaAt(1)) } };

const operation: MessageLayout = {
  members: {
    tags: stringListField(1),
    description: stringField(3),
    operationId: stringField(5),
    produces: stringListField(6),
    consumes: stringListField(7),
    parameters: parameters(8),
    responses: wrapperField(9, mapField(1, wrapperField(2, messageField(1, response)))),
    schemes: stringListField(10),
  },
  extensions: 13,
};

const pathItem: MessageLayout = {
  members: {
    get: messageField(2, operation),
    put: messageField(3, operation),
    post: messageField(4, operation),
    delete: messageField(5, operation),
    options: messageField(6, operation),
    head: messageField(7, operation),
    patch: messageField(8, operation),
    parameters: parameters(9),
  },
};

const info: MessageLayout = { members: { title: stringField(1), version: stringField(2) } };
const apiKey: MessageLayout = {
  members: { type: stringField(1), name: stringField(2), in: stringField(3), description: stringField(4) },
};

/** The message of a document without `paths` and `definitions`, which are encoded part by part. */
const frame: MessageLayout = {
  members: {
    swagger: stringField(1),
    info: messageField(2, info),
    parameters: wrapperField(10, mapField(1, wrapperField(2, writeParameter))),
    security: repeatedField(wrapperField(12, mapField(1, wrapperField(2, stringListField(1))))),
    securityDefinitions: wrapperField(13, mapField(1, wrapperField(2, messageField(2, apiKey)))),
  },
};

const pathsField = 8;
const definitionsField = 9;
const writePaths = mapField(2, messageField(2, pathItem));
const writeDefinitions = mapField(1, schemaAt(2));

/** Returns an encoder that keeps the bytes of each part. */
export function protobufEncoder(): SwaggerEncoder {
  const paths: Buffer[] = [];
  const definitions: Buffer[] = [];
  return {
    addPaths: (members) => paths.push(encodeProtobuf((writer) => writePaths(writer, members))),
    addDefinitions: (members) => definitions.push(encodeProtobuf((writer) => writeDefinitions(writer, members))),
    finish: (members, shared) => [
      encodeProtobuf((writer) => writeMessage(writer, frame, { ...members, parameters: shared })),
      ...messagePieces(pathsField, paths),
      ...messagePieces(definitionsField, definitions),
    ],
  };
}

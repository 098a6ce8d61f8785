/**
 * Encodes a version 2 document as protobuf, the encoding that older clients request. The messages are those of
 * `openapi.v2.Document`, with the members that our documents have.
 */
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import {
  any,
  each,
  flag,
  type MemberWriter,
  type Message,
  message,
  named,
  text,
  texts,
  wrapped,
  writeMessage,
} from "./protobuf-message.ts";
import { ProtobufWriter } from "./protobuf-writer.ts";
import type { SwaggerEncoder } from "./v2-document.ts";

/** Schemas contain schemas, so this one is looked up when it is used. */
function schemaAt(field: number): MemberWriter {
  return message(field, () => schema);
}

const schema: Message = {
  members: {
    $ref: text(1),
    format: text(2),
    description: text(4),
    uniqueItems: flag(16),
    required: texts(19),
    enum: each(any(20)),
    additionalProperties: wrapped(21, schemaAt(1)),
    type: wrapped(22, text(1)),
    items: wrapped(23, schemaAt(1)),
    properties: wrapped(25, named(1, schemaAt(2))),
  },
  extensions: 31,
};

const bodyParameter: Message = {
  members: { description: text(1), name: text(2), in: text(3), required: flag(4), schema: schemaAt(5) },
};

/** Members that path and query parameters have in common. */
const plainParameter = { required: flag(1), in: text(2), description: text(3), name: text(4) };
const queryParameter: Message = { members: { ...plainParameter, type: text(6), uniqueItems: flag(20) } };
const pathParameter: Message = { members: { ...plainParameter, type: text(5), uniqueItems: flag(19) } };

const parametersByPlace: Readonly<Record<string, MemberWriter>> = {
  body: message(1, bodyParameter),
  path: wrapped(2, message(4, pathParameter)),
  query: wrapped(2, message(3, queryParameter)),
};

function writeParameter(writer: ProtobufWriter, value: unknown): void {
  const place = String((value as ReadonlyJsonObject)["in"]);
  const write = parametersByPlace[place];
  if (!write) throw new TypeError(`there is no protobuf message for parameters in ${place}`);
  write(writer, value);
}

const wholeParameter = wrapped(1, writeParameter);
const parameterReference = message(2, { members: { $ref: text(1) } });

/** Writes a list of parameters and references to parameters. */
function parameters(field: number): MemberWriter {
  const write: MemberWriter = (writer, value) => {
    if ("$ref" in (value as ReadonlyJsonObject)) parameterReference(writer, value);
    else wholeParameter(writer, value);
  };
  return each(wrapped(field, write));
}

const response: Message = { members: { description: text(1), schema: wrapped(2, schemaAt(1)) } };

const operation: Message = {
  members: {
    tags: texts(1),
    description: text(3),
    operationId: text(5),
    produces: texts(6),
    consumes: texts(7),
    parameters: parameters(8),
    responses: wrapped(9, named(1, wrapped(2, message(1, response)))),
    schemes: texts(10),
  },
  extensions: 13,
};

const pathItem: Message = {
  members: {
    get: message(2, operation),
    put: message(3, operation),
    post: message(4, operation),
    delete: message(5, operation),
    options: message(6, operation),
    head: message(7, operation),
    patch: message(8, operation),
    parameters: parameters(9),
  },
};

const info: Message = { members: { title: text(1), version: text(2) } };
const apiKey: Message = { members: { type: text(1), name: text(2), in: text(3), description: text(4) } };

/** The message of a document without `paths` and `definitions`, which are encoded part by part. */
const frame: Message = {
  members: {
    swagger: text(1),
    info: message(2, info),
    parameters: wrapped(10, named(1, wrapped(2, writeParameter))),
    security: each(wrapped(12, named(1, wrapped(2, texts(1))))),
    securityDefinitions: wrapped(13, named(1, wrapped(2, message(2, apiKey)))),
  },
};

const pathsField = 8;
const definitionsField = 9;
const writePaths = named(2, message(2, pathItem));
const writeDefinitions = named(1, schemaAt(2));

/** Returns an encoder that keeps the bytes of each part. */
export function protobufEncoder(): SwaggerEncoder {
  const paths = new ProtobufWriter();
  const definitions = new ProtobufWriter();
  return {
    addPaths: (members) => writePaths(paths, members),
    addDefinitions: (members) => writeDefinitions(definitions, members),
    finish: (members, shared) => {
      const document = new ProtobufWriter();
      writeMessage(document, frame, { ...members, parameters: shared });
      document.bytes(pathsField, paths.finish());
      document.bytes(definitionsField, definitions.finish());
      return document.finish();
    },
  };
}

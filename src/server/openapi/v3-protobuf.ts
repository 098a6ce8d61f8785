/**
 * Encodes a version 3 document as protobuf, the encoding that kubectl requests. The messages are those of
 * `openapi.v3.Document`, with the members that our documents have.
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

const reference = message(2, { members: { $ref: text(1) } });

/** Writes a value or a reference to one. The message has one field for each. */
function orReference(field: number, form: Message | (() => Message)): MemberWriter {
  const whole = message(1, form);
  return wrapped(field, (writer, value) => {
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
  return wrapped(field, (writer, value) => {
    if (typeof value === "boolean") writer.booleanChoice(2, value);
    else schemaProperties(writer, value);
  });
}

/** Writes a default. As in the reference, a default that is not a number, boolean or string is an empty message. */
function defaultValue(field: number): MemberWriter {
  return wrapped(field, (writer, value) => {
    if (typeof value === "number") writer.numberChoice(1, value);
    else if (typeof value === "boolean") writer.booleanChoice(2, value);
    else if (typeof value === "string") writer.element(3, value);
  });
}

const schema: Message = {
  members: {
    uniqueItems: flag(20),
    required: texts(23),
    enum: each(any(24)),
    type: text(25),
    allOf: each(schemaAt(26)),
    oneOf: each(schemaAt(27)),
    anyOf: each(schemaAt(28)),
    items: wrapped(30, schemaAt(1)),
    properties: wrapped(31, named(1, schemaAt(2))),
    additionalProperties: additionalProperties(32),
    default: defaultValue(33),
    description: text(34),
    format: text(35),
  },
  extensions: 36,
};

function content(field: number): MemberWriter {
  const mediaType: Message = { members: { schema: schemaAt(1) } };
  return wrapped(field, named(1, message(2, mediaType)));
}

const parameter: Message = {
  members: { name: text(1), in: text(2), description: text(3), required: flag(4), schema: schemaAt(10) },
};
const requestBody: Message = { members: { description: text(1), content: content(2), required: flag(3) } };
const response: Message = { members: { description: text(1), content: content(3) } };

const operation: Message = {
  members: {
    tags: texts(1),
    description: text(3),
    operationId: text(5),
    parameters: each(orReference(6, parameter)),
    requestBody: orReference(7, requestBody),
    responses: wrapped(8, named(2, orReference(2, response))),
  },
  extensions: 13,
};

const pathItem: Message = {
  members: {
    get: message(4, operation),
    put: message(5, operation),
    post: message(6, operation),
    delete: message(7, operation),
    options: message(8, operation),
    head: message(9, operation),
    patch: message(10, operation),
    parameters: each(orReference(13, parameter)),
  },
};

const securityScheme: Message = { members: { type: text(1), description: text(2), name: text(3), in: text(4) } };

const components: Message = {
  members: {
    schemas: wrapped(1, named(1, schemaAt(2))),
    securitySchemes: wrapped(7, named(1, orReference(2, securityScheme))),
  },
};

const document: Message = {
  members: {
    openapi: text(1),
    info: message(2, { members: { title: text(1), version: text(6) } }),
    paths: wrapped(4, named(1, message(2, pathItem))),
    components: message(5, components),
  },
};

/** Returns the bytes of a version 3 document. */
export function encodeV3Document(content: ReadonlyJsonObject): Buffer {
  const writer = new ProtobufWriter();
  writeMessage(writer, document, content);
  return writer.finish();
}

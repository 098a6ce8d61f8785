/** Rules of OpenAPI 2.0, for the members that our documents use. */
import { checkPaths, checkReferences, type Document } from "./check-document.ts";
import {
  anyBoolean,
  anyString,
  distinctListOf,
  firstMatching,
  listOf,
  mapOf,
  objectOf,
  type Shape,
  stringMatching,
} from "./shapes.ts";

const isReference = (value: object): boolean => "$ref" in value;

const schema: Shape = (value, path) => schemaObject(value, path);

/** Members beside a `$ref` are allowed, because readers of this version use them. */
const schemaObject = objectOf({
  optional: {
    $ref: stringMatching(/^#\/definitions\/[A-Za-z0-9._-]+$/),
    type: stringMatching(/^(array|boolean|integer|number|object|string)$/),
    format: anyString,
    description: anyString,
    enum: distinctListOf(anyString),
    items: schema,
    additionalProperties: schema,
    properties: mapOf(/^.+$/, schema, { atLeast: 1 }),
    required: distinctListOf(anyString),
  },
  extensible: true,
});

const bodyParameter = objectOf({
  required: { name: anyString, in: stringMatching(/^body$/), schema },
  optional: { description: anyString, required: anyBoolean },
});

const otherParameter = objectOf({
  required: {
    name: anyString,
    in: stringMatching(/^(path|query)$/),
    type: stringMatching(/^(boolean|integer|string)$/),
  },
  optional: { description: anyString, required: anyBoolean, uniqueItems: anyBoolean },
});

const wholeParameter = firstMatching(
  [(value) => "in" in value && value.in === "body", bodyParameter],
  [() => true, otherParameter],
);

const parameter = firstMatching(
  [isReference, objectOf({ required: { $ref: stringMatching(/^#\/parameters\/[A-Za-z0-9_-]+$/) } })],
  [() => true, wholeParameter],
);

const mediaTypes = listOf(stringMatching(/^(\*|[a-z]+)\/[*a-z0-9.+-]+(;[a-z]+=[a-z]+)?$/), { atLeast: 1 });

const operation = objectOf({
  required: {
    responses: mapOf(/^[1-5]\d\d$/, objectOf({ required: { description: anyString }, optional: { schema } }), {
      atLeast: 1,
    }),
    operationId: stringMatching(/^[a-z][A-Za-z0-9]+$/),
    tags: listOf(anyString, { atLeast: 1 }),
    description: anyString,
    produces: mediaTypes,
    schemes: listOf(stringMatching(/^https$/), { atLeast: 1 }),
  },
  optional: { consumes: mediaTypes, parameters: listOf(parameter, { atLeast: 1 }) },
  extensible: true,
});

const pathItem = objectOf({
  optional: {
    get: operation,
    put: operation,
    post: operation,
    delete: operation,
    options: operation,
    head: operation,
    patch: operation,
    parameters: listOf(parameter, { atLeast: 1 }),
  },
});

const document = objectOf({
  required: {
    swagger: stringMatching(/^2\.0$/),
    info: objectOf({ required: { title: anyString, version: anyString } }),
    paths: mapOf(/^\//, pathItem, { atLeast: 1 }),
    definitions: mapOf(/^[A-Za-z0-9._-]+$/, schema, { atLeast: 1 }),
    parameters: mapOf(/^[A-Za-z0-9_-]+$/, wholeParameter),
    securityDefinitions: mapOf(
      /^[A-Za-z]+$/,
      objectOf({
        required: { type: stringMatching(/^apiKey$/), name: anyString, in: stringMatching(/^(query|header)$/) },
        optional: { description: anyString },
      }),
    ),
    security: listOf(mapOf(/^[A-Za-z]+$/, listOf(anyString))),
  },
});

/** Returns the errors of a version 2 document. Empty if it is valid. */
export function checkV2(value: unknown): readonly string[] {
  const faults = document(value, "");
  if (faults.length > 0) return faults;
  return [...checkReferences(value as Document), ...checkPaths(value as Document)];
}

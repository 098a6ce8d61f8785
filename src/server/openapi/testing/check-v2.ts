/** Rules of OpenAPI 2.0, for the members that our documents use. */
import { checkPaths, checkReferences, type Document } from "./check-document.ts";
import { boolean, choice, distinct, listOf, mapOf, matching, objectOf, type Shape, text } from "./shapes.ts";

const isReference = (value: object): boolean => "$ref" in value;

const schema: Shape = (value, path) => schemaObject(value, path);

/** Members beside a `$ref` are allowed, because readers of this version use them. */
const schemaObject = objectOf({
  optional: {
    $ref: matching(/^#\/definitions\/[A-Za-z0-9._-]+$/),
    type: matching(/^(array|boolean|integer|number|object|string)$/),
    format: text,
    description: text,
    enum: distinct(text),
    items: schema,
    additionalProperties: schema,
    properties: mapOf(/^.+$/, schema, { atLeast: 1 }),
    required: distinct(text),
  },
  extensible: true,
});

const bodyParameter = objectOf({
  required: { name: text, in: matching(/^body$/), schema },
  optional: { description: text, required: boolean },
});

const otherParameter = objectOf({
  required: { name: text, in: matching(/^(path|query)$/), type: matching(/^(boolean|integer|string)$/) },
  optional: { description: text, required: boolean, uniqueItems: boolean },
});

const wholeParameter = choice(
  [(value) => "in" in value && value.in === "body", bodyParameter],
  [() => true, otherParameter],
);

const parameter = choice(
  [isReference, objectOf({ required: { $ref: matching(/^#\/parameters\/[A-Za-z0-9_-]+$/) } })],
  [() => true, wholeParameter],
);

const mediaTypes = listOf(matching(/^(\*|[a-z]+)\/[*a-z0-9.+-]+(;[a-z]+=[a-z]+)?$/), { atLeast: 1 });

const operation = objectOf({
  required: {
    responses: mapOf(/^[1-5]\d\d$/, objectOf({ required: { description: text }, optional: { schema } }), {
      atLeast: 1,
    }),
    operationId: matching(/^[a-z][A-Za-z0-9]+$/),
    tags: listOf(text, { atLeast: 1 }),
    description: text,
    consumes: mediaTypes,
    produces: mediaTypes,
    schemes: listOf(matching(/^https$/), { atLeast: 1 }),
  },
  optional: { parameters: listOf(parameter, { atLeast: 1 }) },
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
    swagger: matching(/^2\.0$/),
    info: objectOf({ required: { title: text, version: text } }),
    paths: mapOf(/^\//, pathItem, { atLeast: 1 }),
    definitions: mapOf(/^[A-Za-z0-9._-]+$/, schema, { atLeast: 1 }),
    parameters: mapOf(/^[A-Za-z0-9_-]+$/, wholeParameter),
    securityDefinitions: mapOf(
      /^[A-Za-z]+$/,
      objectOf({
        required: { type: matching(/^apiKey$/), name: text, in: matching(/^(query|header)$/) },
        optional: { description: text },
      }),
    ),
    security: listOf(mapOf(/^[A-Za-z]+$/, listOf(text))),
  },
});

/** Returns the errors of a version 2 document. Empty if it is valid. */
export function checkV2(value: unknown): readonly string[] {
  const faults = document(value, "");
  if (faults.length > 0) return faults;
  return [...checkReferences(value as Document), ...checkPaths(value as Document)];
}

/** Rules of OpenAPI 3.0.3, for the members that our documents use. */
import { checkPaths, checkReferences, type Document } from "./check-document.ts";
import { anything, boolean, choice, distinct, listOf, mapOf, matching, objectOf, type Shape, text } from "./shapes.ts";

const isReference = (value: object): boolean => "$ref" in value;

/** A reference must not have other members. */
const reference = objectOf({ required: { $ref: matching(/^#\/components\/schemas\/[A-Za-z0-9._-]+$/) } });

const schema: Shape = (value, path) => schemaOrReference(value, path);

const schemaOrReference = choice(
  [isReference, reference],
  [
    () => true,
    objectOf({
      optional: {
        type: matching(/^(array|boolean|integer|number|object|string)$/),
        format: text,
        description: text,
        default: anything,
        enum: distinct(text),
        items: schema,
        additionalProperties: schema,
        properties: mapOf(/^.+$/, schema, { atLeast: 1 }),
        required: distinct(text),
        allOf: listOf(schema, { atLeast: 1 }),
        oneOf: listOf(schema, { atLeast: 2 }),
        uniqueItems: boolean,
      },
      extensible: true,
    }),
  ],
);

const parameter = objectOf({
  required: { name: text, in: matching(/^(path|query)$/), schema },
  optional: { description: text, required: boolean },
});

const content = mapOf(/^(\*|[a-z]+)\/[*a-z0-9.+-]+(;[a-z]+=[a-z]+)?$/, objectOf({ required: { schema } }), {
  atLeast: 1,
});

const operation = objectOf({
  required: {
    responses: mapOf(/^[1-5]\d\d$/, objectOf({ required: { description: text }, optional: { content } }), {
      atLeast: 1,
    }),
    operationId: matching(/^[a-z][A-Za-z0-9]+$/),
    tags: listOf(text, { atLeast: 1 }),
    description: text,
  },
  optional: {
    parameters: listOf(parameter, { atLeast: 1 }),
    requestBody: objectOf({ required: { content }, optional: { required: boolean } }),
  },
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
    openapi: matching(/^3\.0\.\d+$/),
    info: objectOf({ required: { title: text, version: text } }),
    paths: mapOf(/^\//, pathItem, { atLeast: 1 }),
    components: objectOf({
      required: {
        schemas: mapOf(/^[A-Za-z0-9._-]+$/, schema, { atLeast: 1 }),
        securitySchemes: mapOf(
          /^[A-Za-z]+$/,
          objectOf({
            required: { type: matching(/^apiKey$/), name: text, in: matching(/^(query|header|cookie)$/) },
            optional: { description: text },
          }),
        ),
      },
    }),
  },
});

/** Returns the errors of a version 3 document. Empty if it is valid. */
export function checkV3(value: unknown): readonly string[] {
  const faults = document(value, "");
  if (faults.length > 0) return faults;
  return [...checkReferences(value as Document), ...checkPaths(value as Document)];
}

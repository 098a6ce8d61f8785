/** Rules of OpenAPI 3.0.3, for the members that our documents use. */
import { checkPaths, checkReferences, type Document } from "./check-document.ts";
import {
  anyBoolean,
  anyString,
  anything,
  distinctListOf,
  firstMatching,
  listOf,
  mapOf,
  objectOf,
  type Shape,
  stringMatching,
} from "./shapes.ts";

const isReference = (value: object): boolean => "$ref" in value;

/** A reference must not have other members. */
const reference = objectOf({ required: { $ref: stringMatching(/^#\/components\/schemas\/[A-Za-z0-9._-]+$/) } });

const schema: Shape = (value, path) => schemaOrReference(value, path);

const schemaOrReference = firstMatching(
  [isReference, reference],
  [
    () => true,
    objectOf({
      optional: {
        type: stringMatching(/^(array|boolean|integer|number|object|string)$/),
        format: anyString,
        description: anyString,
        default: anything,
        enum: distinctListOf(anyString),
        items: schema,
        additionalProperties: schema,
        properties: mapOf(/^.+$/, schema, { atLeast: 1 }),
        required: distinctListOf(anyString),
        allOf: listOf(schema, { atLeast: 1 }),
        oneOf: listOf(schema, { atLeast: 2 }),
        uniqueItems: anyBoolean,
      },
      extensible: true,
    }),
  ],
);

const parameter = objectOf({
  required: { name: anyString, in: stringMatching(/^(path|query)$/), schema },
  optional: { description: anyString, required: anyBoolean },
});

const content = mapOf(/^(\*|[a-z]+)\/[*a-z0-9.+-]+(;[a-z]+=[a-z]+)?$/, objectOf({ required: { schema } }), {
  atLeast: 1,
});

const operation = objectOf({
  required: {
    responses: mapOf(/^[1-5]\d\d$/, objectOf({ required: { description: anyString }, optional: { content } }), {
      atLeast: 1,
    }),
    operationId: stringMatching(/^[a-z][A-Za-z0-9]+$/),
    tags: listOf(anyString, { atLeast: 1 }),
    description: anyString,
  },
  optional: {
    parameters: listOf(parameter, { atLeast: 1 }),
    requestBody: objectOf({ required: { content }, optional: { required: anyBoolean } }),
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
    openapi: stringMatching(/^3\.0\.\d+$/),
    info: objectOf({ required: { title: anyString, version: anyString } }),
    paths: mapOf(/^\//, pathItem, { atLeast: 1 }),
    components: objectOf({
      // A document whose responses are texts has no schemas.
      optional: { schemas: mapOf(/^[A-Za-z0-9._-]+$/, schema, { atLeast: 1 }) },
      required: {
        securitySchemes: mapOf(
          /^[A-Za-z]+$/,
          objectOf({
            required: {
              type: stringMatching(/^apiKey$/),
              name: anyString,
              in: stringMatching(/^(query|header|cookie)$/),
            },
            optional: { description: anyString },
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

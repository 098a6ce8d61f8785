/** OpenAPI 3.0 documents. Each describes one part of the API, and contains all types that the part uses. */
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import type { DocumentPart } from "./document-parts.ts";
import { bearerToken, type DocumentWriting, unauthorizedAnswer } from "./document-writing.ts";
import { byPath, type Operation, phraseOf, splitParameters } from "./operation.ts";
import type { Parameter } from "./parameters.ts";

/** Returns the document of a part. */
export function v3Document(part: DocumentPart, writing: DocumentWriting): ReadonlyJsonObject {
  const paths = [...byPath(part.operations())].map(
    ([path, operations]) => [path, pathItem(operations, writing)] as const,
  );
  for (const type of part.furtherTypes) writing.definitions.reference(type);
  return {
    openapi: "3.0.0",
    info: writing.info,
    paths: Object.fromEntries(paths),
    components: { schemas: writing.definitions.take(), securitySchemes: { BearerToken: bearerToken } },
  };
}

function pathItem(operations: readonly Operation[], writing: DocumentWriting): ReadonlyJsonObject {
  const { common, own } = splitParameters(operations);
  const methods = operations.map(
    (operation) => [operation.method, describe(operation, own.get(operation) ?? [], writing)] as const,
  );
  return { ...Object.fromEntries(methods), ...withParameters(common) };
}

function describe(
  operation: Operation,
  parameters: readonly Parameter[],
  writing: DocumentWriting,
): ReadonlyJsonObject {
  const { tag, description, id, body, answers, consumes, produces } = operation;
  const content = (mediaTypes: readonly string[], schema: unknown): ReadonlyJsonObject =>
    Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]));
  const responses = answers.map((answer) => {
    const schema = writing.answer(answer);
    return [answer.code, { description: phraseOf(answer), content: content(produces, schema) }] as const;
  });
  return {
    tags: [tag],
    description,
    operationId: id,
    ...withParameters(parameters),
    ...(body
      ? {
          requestBody: {
            content: content(consumes, writing.definitions.reference(body.schema)),
            ...(body.required ? { required: true } : {}),
          },
        }
      : {}),
    responses: { ...Object.fromEntries(responses), 401: unauthorizedAnswer },
    ...writing.targetExtensions(operation),
  };
}

function withParameters(parameters: readonly Parameter[]): ReadonlyJsonObject {
  return parameters.length > 0 ? { parameters: parameters.map(describeParameter) } : {};
}

function describeParameter({ name, in: place, description, type }: Parameter): ReadonlyJsonObject {
  return {
    name,
    in: place,
    description,
    ...(place === "path" ? { required: true } : {}),
    schema: { type, uniqueItems: true },
  };
}

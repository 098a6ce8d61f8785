/** OpenAPI 3.0 documents. Each describes one part of the API, and contains all types that the part uses. */
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { bearerToken, type DocumentContext, unauthorizedResponse } from "./document-context.ts";
import type { DocumentPart } from "./document-parts.ts";
import { groupByPath, type Operation, reasonPhrase, splitParameters } from "./operation.ts";
import type { Parameter } from "./parameters.ts";

/** Returns the document of a part. */
export function v3Document(part: DocumentPart, context: DocumentContext): ReadonlyJsonObject {
  const paths = [...groupByPath(part.operations())].map(
    ([path, operations]) => [path, pathItem(operations, context)] as const,
  );
  for (const type of part.additionalTypes) context.definitions.reference(type);
  const schemas = context.definitions.take();
  return {
    openapi: "3.0.0",
    info: context.info,
    paths: Object.fromEntries(paths),
    components: {
      ...(Object.keys(schemas).length > 0 ? { schemas } : {}),
      securitySchemes: { BearerToken: bearerToken },
    },
  };
}

function pathItem(operations: readonly Operation[], context: DocumentContext): ReadonlyJsonObject {
  const { common, ownByOperation } = splitParameters(operations);
  const methods = operations.map(
    (operation) => [operation.method, describe(operation, ownByOperation.get(operation) ?? [], context)] as const,
  );
  return { ...Object.fromEntries(methods), ...withParameters(common) };
}

function describe(
  operation: Operation,
  parameters: readonly Parameter[],
  context: DocumentContext,
): ReadonlyJsonObject {
  const { tag, description, id, body, responses, consumes, produces } = operation;
  const content = (mediaTypes: readonly string[], schema: unknown): ReadonlyJsonObject =>
    Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]));
  const responseEntries = responses.map((response) => {
    const schema = context.responseSchema(response);
    return [response.code, { description: reasonPhrase(response), content: content(produces, schema) }] as const;
  });
  return {
    tags: [tag],
    description,
    operationId: id,
    ...withParameters(parameters),
    ...(body
      ? {
          requestBody: {
            content: content(consumes, context.definitions.reference(body.schema)),
            ...(body.required ? { required: true } : {}),
          },
        }
      : {}),
    responses: { ...Object.fromEntries(responseEntries), 401: unauthorizedResponse },
    ...context.targetExtensions(operation),
  };
}

function withParameters(parameters: readonly Parameter[]): ReadonlyJsonObject {
  return parameters.length > 0 ? { parameters: parameters.map(describeParameter) } : {};
}

function describeParameter({ name, in: location, description, type }: Parameter): ReadonlyJsonObject {
  return {
    name,
    in: location,
    description,
    ...(location === "path" ? { required: true } : {}),
    schema: { type, uniqueItems: true },
  };
}

/** OpenAPI 3.0 documents. Each describes one part of the API, and contains all types that the part uses. */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import type { OpenApiSchema } from "../../schema/index.ts";
import { bearerToken, type DocumentContext, unauthorizedResponse } from "./document-context.ts";
import type { DocumentPart } from "./document-parts.ts";
import type { EncodedPieces } from "./encoded-pieces.ts";
import { groupByPath, type Operation, reasonPhrase, splitParameters } from "./operation.ts";
import type { Parameter } from "./parameters.ts";

/** The members of a document other than its paths and schemas. */
export interface V3Frame {
  readonly openapi: "3.0.0";
  readonly info: ReadonlyJsonObject;
  readonly securitySchemes?: ReadonlyJsonObject;
}

/** Encodes the sections of a document as they are created, and joins them. */
export interface V3Encoder {
  addPaths(paths: ReadonlyJsonObject): void;
  /** Adds schemas. Their names must not have been added before. */
  addSchemas(schemas: Readonly<Record<string, OpenApiSchema>>): void;
  /** Returns the whole document. */
  finish(frame: V3Frame): EncodedPieces;
}

/** Returns the encoded document of a part. */
export async function encodeV3Document(
  part: DocumentPart,
  context: DocumentContext,
  encoder: V3Encoder,
): Promise<EncodedPieces> {
  for (const { operations, customType } of part.sections()) {
    await nextTurn();
    if (customType) context.addCustomType(customType);
    const paths = [...groupByPath(operations())].map(([path, ofPath]) => [path, pathItem(ofPath, context)] as const);
    await nextTurn();
    encoder.addPaths(Object.fromEntries(paths));
    encoder.addSchemas(context.definitions.take());
  }
  for (const type of part.additionalTypes) context.definitions.reference(type);
  encoder.addSchemas(context.definitions.take());
  return encoder.finish({
    openapi: "3.0.0",
    info: part.isCustom ? context.customInfo : context.info,
    ...(part.isCustom ? {} : { securitySchemes: { BearerToken: bearerToken } }),
  });
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

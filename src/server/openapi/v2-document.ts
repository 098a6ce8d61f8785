/**
 * The OpenAPI 2.0 document, which describes the whole API. It is written and encoded in sections. Other requests are
 * processed between them.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import type { OpenApiSchema } from "../../schema/index.ts";
import { bearerToken, type DocumentContext, unauthorizedResponse } from "./document-context.ts";
import type { DocumentPart } from "./document-parts.ts";
import type { EncodedPieces } from "./encoded-pieces.ts";
import { groupByPath, type Operation, reasonPhrase, splitParameters } from "./operation.ts";
import type { Parameter } from "./parameters.ts";
import { SharedParameters } from "./shared-parameters.ts";

/** The members of a document other than paths, definitions and parameters. */
export interface SwaggerFrame {
  readonly swagger: "2.0";
  readonly info: ReadonlyJsonObject;
  readonly securityDefinitions: ReadonlyJsonObject;
  readonly security: readonly ReadonlyJsonObject[];
}

/** Encodes the parts of a document as they are created, and joins them. */
export interface SwaggerEncoder {
  addPaths(paths: ReadonlyJsonObject): void;
  /** Adds definitions. Their names must not have been added before. */
  addDefinitions(definitions: Readonly<Record<string, OpenApiSchema>>): void;
  /** Returns the whole document. */
  finish(frame: SwaggerFrame, parameters: ReadonlyJsonObject): EncodedPieces;
}

/** Returns the encoded version 2 document of all parts. */
export async function encodeV2Document(
  parts: readonly DocumentPart[],
  context: DocumentContext,
  encoder: SwaggerEncoder,
): Promise<EncodedPieces> {
  const shared = new SharedParameters();
  for (const { sections, additionalTypes } of parts) {
    for (const { operations, customType } of sections()) {
      await nextTurn();
      if (customType) context.addCustomType(customType);
      const paths = [...groupByPath(operations())].map(
        ([path, ofPath]) => [path, pathItem(ofPath, context, shared)] as const,
      );
      await nextTurn();
      encoder.addPaths(Object.fromEntries(paths));
      encoder.addDefinitions(context.definitions.take());
    }
    for (const type of additionalTypes) context.definitions.reference(type);
    encoder.addDefinitions(context.definitions.take());
  }
  const frame: SwaggerFrame = {
    swagger: "2.0",
    info: context.info,
    securityDefinitions: { BearerToken: bearerToken },
    security: [{ BearerToken: [] }],
  };
  return encoder.finish(frame, shared.all);
}

function pathItem(
  operations: readonly Operation[],
  context: DocumentContext,
  shared: SharedParameters,
): ReadonlyJsonObject {
  const { common, ownByOperation } = splitParameters(operations);
  const methods = operations.map((operation) => {
    const parameters = (ownByOperation.get(operation) ?? []).map((parameter) =>
      shared.reference(describeParameter(parameter)),
    );
    const all = [...bodyParameter(operation, context, shared), ...parameters];
    return [operation.method, describe(operation, all, context)] as const;
  });
  const parameters = common.map((parameter) => shared.reference(describeParameter(parameter)));
  return { ...Object.fromEntries(methods), ...(parameters.length > 0 ? { parameters } : {}) };
}

function describe(
  operation: Operation,
  parameters: readonly ReadonlyJsonObject[],
  context: DocumentContext,
): ReadonlyJsonObject {
  const { tag, description, id, responses, consumes, produces } = operation;
  const responseEntries = responses.map((response) => {
    const schema = context.responseSchema(response);
    return [response.code, { description: reasonPhrase(response), schema }] as const;
  });
  return {
    description,
    ...(consumes.length > 0 ? { consumes } : {}),
    produces,
    schemes: ["https"],
    tags: [tag],
    operationId: id,
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: { ...Object.fromEntries(responseEntries), 401: unauthorizedResponse },
    ...context.targetExtensions(operation),
  };
}

/**
 * Returns the body parameter of an operation in a list, or an empty list. A body of the operation's own kind is not
 * shared, because few operations have it.
 */
function bodyParameter(
  { body, target }: Operation,
  context: DocumentContext,
  shared: SharedParameters,
): ReadonlyJsonObject[] {
  if (!body) return [];
  const schema = context.definitions.reference(body.schema);
  const parameter = { name: "body", in: "body", ...(body.required ? { required: true } : {}), schema };
  const isOfKind = target?.kind.kind === body.schema.name.slice(body.schema.name.lastIndexOf(".") + 1);
  return [isOfKind ? parameter : shared.reference(parameter)];
}

function describeParameter({ name, in: location, type, description }: Parameter): ReadonlyJsonObject {
  return {
    uniqueItems: true,
    type,
    description,
    name,
    in: location,
    ...(location === "path" ? { required: true } : {}),
  };
}

/** Objects with which admission plugins replace the object of a request. */
import { jsonNodeOf } from "../../codec/index.ts";
import type { ApiObject, SharedObject } from "../../meta/object-meta.ts";
import { internalError } from "../../meta/status-error.ts";
import { equalAmounts, SchemaDecodeError } from "../../schema/index.ts";
import type { StoredEndpoint } from "../served/endpoint.ts";

/** A replaced object, decoded and with defaults. */
export interface Replacement {
  readonly object: ApiObject;
  /** Whether it differs from the object before. */
  readonly isChanged: boolean;
}

/**
 * Returns the object in a document of an endpoint. As in the reference, unknown fields are dropped without a warning.
 * @throws StatusError 500 if the document does not match its type
 */
export function readReplacement(
  { documentType, documentKind }: StoredEndpoint,
  previous: SharedObject | undefined,
  document: unknown,
): Replacement {
  const { schema, kind } = documentType;
  const object = decode(schema, document);
  object.kind = documentKind.kind;
  object.apiVersion = kind.apiVersion;
  const after = schema.canonical(object).object;
  const isChanged = !previous || !equalAmounts(schema.schema, schema.canonical(previous).object, after);
  return { object, isChanged };
}

function decode(schema: StoredEndpoint["documentType"]["schema"], document: unknown): ApiObject {
  try {
    return schema.decode(document).object;
  } catch (error) {
    if (!(error instanceof SchemaDecodeError)) throw error;
    throw internalError((schema.faultOf(jsonNodeOf(document)) ?? error).message, error);
  }
}

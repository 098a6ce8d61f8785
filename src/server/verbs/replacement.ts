/** Objects with which admission plugins replace the object of a request. */
import { jsonNodeOf } from "../../codec/index.ts";
import type { ApiObject, SharedObject } from "../../meta/object-meta.ts";
import { internalError, StatusError } from "../../meta/status-error.ts";
import { type CompiledSchema, equalAmounts, SchemaDecodeError } from "../../schema/index.ts";
import type { StoredEndpoint } from "../served/endpoint.ts";
import { typeMetaOf, unknownConversion, unregisteredKind } from "./decoding/decode-object.ts";
import type { ExpectedObject } from "./decoding/expected-object.ts";
import { expectedObject } from "./endpoint-rules.ts";

/** A replaced object, decoded and with defaults. */
export interface Replacement {
  readonly object: ApiObject;
  /** Whether it differs from the object before. */
  readonly isChanged: boolean;
}

/** How documents of an endpoint are read. */
export interface DocumentForm {
  /** Whether a document of a custom type keeps the members that the schema of the endpoint does not describe. */
  readonly keepsUnknown: boolean;
}

/**
 * Returns the object in a document of an endpoint. As in the reference, unknown fields are dropped without a warning.
 * @throws StatusError 500 if the document does not match its type
 */
export function readReplacement(
  endpoint: StoredEndpoint,
  previous: SharedObject | undefined,
  document: unknown,
  form: DocumentForm,
): Replacement {
  const { schema, kind } = endpoint.documentType;
  checkType(endpoint, document);
  const object = decodeReplacement(schema, document, form);
  object.kind = endpoint.documentKind.kind;
  object.apiVersion = kind.apiVersion;
  const after = schema.canonical(object, form).object;
  const isChanged = !previous || !equalAmounts(schema.schema, schema.canonical(previous, form).object, after);
  return { object, isChanged };
}

/** Checks the kind and the version of a document. @throws StatusError 500 */
function checkType(endpoint: StoredEndpoint, document: unknown): void {
  const other = otherType(endpoint, document);
  // As in the reference, the error of a conversion has no reason.
  if (other) throw new StatusError(500, other.why);
}

/** A known type that is not the expected one. */
export interface OtherType {
  readonly schema: ReturnType<ExpectedObject["schemaOf"]>;
  /** Why its objects are no objects of the expected type. */
  readonly why: string;
}

/**
 * Returns the type that a document names instead of that of its endpoint. Undefined if it has the right one, or names none.
 * @throws StatusError 500 if the type is unknown
 */
export function otherType(endpoint: StoredEndpoint, document: unknown): OtherType | undefined {
  const expected = expectedObject(endpoint);
  const type = typeMetaOf(document);
  if (typeof type === "string") throw internalError(type);
  const { documentType } = endpoint;
  const found = { kind: type.kind || expected.kind, apiVersion: type.apiVersion || documentType.kind.apiVersion };
  if (found.kind === expected.kind && found.apiVersion === documentType.kind.apiVersion) return undefined;
  const schema = expected.schemaOf(found.apiVersion, found.kind);
  if (schema === undefined) throw internalError(unregisteredKind(found, expected));
  return { schema, why: unknownConversion(found, expected) };
}

/** Returns a document with defaults. @throws StatusError 500 if it does not match its type */
export function decodeReplacement(
  schema: CompiledSchema<ApiObject>,
  document: unknown,
  form?: DocumentForm,
): ApiObject {
  try {
    return schema.decode(document, form).object;
  } catch (error) {
    if (!(error instanceof SchemaDecodeError)) throw error;
    throw internalError((schema.faultOf(jsonNodeOf(document)) ?? error).message, error);
  }
}

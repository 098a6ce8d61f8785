/** Makes documents of an object in a request, for admission plugins that make the object anew. */
import type { VersionDocuments } from "../../admission/index.ts";
import { jsonNodeOf, strictFieldErrors } from "../../codec/index.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { ApiObject, SharedObject } from "../../meta/object-meta.ts";
import { internalError } from "../../meta/status-error.ts";
import { type CompiledSchema, type SchemaCompiler, SchemaDecodeError } from "../../schema/index.ts";
import { isCustom, type StoredEndpoint } from "../served/endpoint.ts";
import { missingKind } from "./decoding/body-type.ts";
import { typeMetaOf } from "./decoding/decode-object.ts";
import { unknownSchema } from "./decoding/registered-kinds.ts";
import { type DocumentForm, otherType } from "./replacement.ts";

/** The present object. */
interface PresentObject {
  readonly object: SharedObject | undefined;
}

/** Returns the documents of an endpoint. */
export function endpointDocuments(
  endpoint: StoredEndpoint,
  present: PresentObject,
  { compiler, form }: { readonly compiler: SchemaCompiler; readonly form: DocumentForm },
): VersionDocuments {
  const { documentType, conversion } = endpoint;
  const { schema, kind } = documentType;
  const complete = (document: unknown): ApiObject => {
    const { object } = schema.decode(document, form);
    object.kind = kind.kind;
    object.apiVersion = kind.apiVersion;
    // Objects that are computed have no resource.
    const { resource } = endpoint as Partial<StoredEndpoint>;
    if (!conversion) resource?.fillDefaults(object);
    return schema.canonical(object, form).object;
  };
  // As in the reference, a type is found only in the published schemas of its group version.
  const { documentKind, resourceKind } = endpoint;
  const isPublished = formatGroupVersion(documentKind) === formatGroupVersion(resourceKind);
  return {
    schema: isPublished ? schema.schema : undefined,
    isCustom: isCustom(endpoint),
    read: () => {
      const object = canonicalForm(schema, present, form);
      return object && isCustom(endpoint) ? withoutUnsetTime(object) : object;
    },
    complete,
    completeStrictly: (document) => {
      checkType(endpoint, document, compiler);
      return decodeStrictly(schema, document, complete);
    },
  };
}

/** Returns the documents of the options of a connection. */
export function optionsDocuments(schema: CompiledSchema<ApiObject>, present: PresentObject): VersionDocuments {
  const complete = (document: unknown): ApiObject => schema.decode(document).object;
  return {
    schema: undefined,
    isCustom: false,
    read: () => canonicalForm(schema, present),
    complete,
    completeStrictly: (document) => decodeStrictly(schema, document, complete),
  };
}

function canonicalForm(
  schema: CompiledSchema<ApiObject>,
  { object }: PresentObject,
  form?: DocumentForm,
): ApiObject | undefined {
  return object && schema.canonical(object, form).object;
}

/**
 * Returns an object of a custom type without a time of creation that is not set. In the reference, only new objects of built-in kinds
 * show the time as null.
 */
export function withoutUnsetTime<T extends SharedObject>(object: T): T {
  const { creationTimestamp, ...metadata } = object.metadata;
  return (creationTimestamp ?? undefined) === undefined ? { ...object, metadata } : object;
}

/** @throws StatusError 500 if a document has another type than the expected one */
function checkType(endpoint: StoredEndpoint, document: unknown, compiler: SchemaCompiler): void {
  if (isCustom(endpoint)) {
    const type = typeMetaOf(document);
    if (typeof type !== "string" && type.kind !== "") return;
    throw internalError(typeof type === "string" ? type : missingKind(JSON.stringify(document)));
  }
  const other = otherType(endpoint, document);
  if (!other) return;
  const { schema, why } = other;
  const isReadable = schema !== undefined && schema !== unknownSchema;
  const fault = isReadable ? compiler.compile(schema).faultOf(jsonNodeOf(document)) : undefined;
  throw internalError(fault?.message ?? `failed to convert object: ${why}`);
}

function decodeStrictly(
  schema: CompiledSchema<ApiObject>,
  document: unknown,
  complete: (document: unknown) => ApiObject,
): ApiObject {
  try {
    const object = complete(document);
    const faults = schema.schema.members ? [] : strictFieldErrors(jsonNodeOf(document), schema.schema);
    if (faults.length > 0) throw internalError(`strict decoding error: ${faults.join(", ")}`);
    return object;
  } catch (error) {
    if (!(error instanceof SchemaDecodeError)) throw error;
    throw internalError((schema.faultOf(jsonNodeOf(document)) ?? error).message, error);
  }
}

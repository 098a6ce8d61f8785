/** Document types: how the documents of an endpoint are decoded, and how they are made from stored objects. */
import { CachedObject, type ObjectPreparation } from "../../cache/index.ts";
import { stringifyJson } from "../../codec/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { BoundKind, Resource, SelectableForm } from "../../registry/index.ts";
import type { Column, CompiledSchema, ComputedObject } from "../../schema/index.ts";
import type { TableType } from "./table-type.ts";

/** The type of an endpoint's documents. */
export interface DocumentType extends TableType {
  readonly kind: Pick<BoundKind, "kind" | "listKind" | "apiVersion">;
  readonly schema: CompiledSchema<ApiObject>;
  /** Whether a document is made from the parsed stored object. Otherwise it is made from the stored bytes. */
  readonly isConverted: boolean;
  /** Present if documents need requests to a webhook. Callers of `toDocument` then prepare the objects first. */
  readonly preparation?: ObjectPreparation | undefined;
  /** The form that selectors read. Absent: the stored form. */
  readonly selectable?: SelectableForm | undefined;
  /** Returns the document of a stored object. */
  toDocument(stored: CachedObject): CachedObject;
}

/** Whether the documents are objects of a custom type. In the reference, no Go type describes them. */
export function isUntyped({ schema }: Pick<DocumentType, "schema">): boolean {
  return schema.schema.members !== undefined;
}

/** Returns the document type of an endpoint that sends stored objects unchanged. */
export function storedType(resource: Resource): DocumentType {
  const { kind, schema, columns, rowConditions, rowOrder } = resource;
  return {
    kind,
    schema,
    columns,
    rowConditions,
    rowOrder,
    parseForRow: (stored) => resource.parseForRow(stored),
    // Endpoints of other versions show this metadata too, because the reference takes it from its internal form.
    metadataObject: (stored) => resource.withoutHiddenAnnotations(stored),
    hookContext: () => resource.hookContext(),
    isConverted: false,
    toDocument: (stored) => stored,
  };
}

/** Properties of a document type whose documents are made from parsed stored objects. */
export interface ConvertedTypeOptions {
  readonly kind: DocumentType["kind"];
  readonly schema: CompiledSchema<ApiObject>;
  readonly columns: readonly Column<ApiObject>[];
  readonly toDocument: (stored: ApiObject) => ApiObject;
  /** Type of the objects from which the documents are made. Absent: the stored objects. */
  readonly source?: DocumentType | undefined;
}

/** Returns the document type for documents of another kind, such as Scale, that are made from stored objects. */
export function convertedType(
  resource: Resource,
  { kind, schema, columns, toDocument, source }: ConvertedTypeOptions,
): DocumentType {
  const documentOf = (stored: CachedObject): ApiObject =>
    toDocument(resource.parse(source?.toDocument(stored) ?? stored));
  return {
    kind,
    schema,
    columns,
    rowCacheKey: `row ${kind.kind}`,
    parseForRow: documentOf,
    hookContext: () => resource.hookContext(),
    isConverted: true,
    preparation: source?.preparation,
    toDocument: (stored) => convertedObject(stored, schema, documentOf(stored)),
  };
}

/** Returns `document` in canonical JSON, with the key and the revision of the stored object that it was made from. */
export function convertedObject(
  { key, revision }: CachedObject,
  schema: CompiledSchema<ApiObject>,
  document: ApiObject,
): CachedObject {
  return canonicalObject(schema, document, { key, revision });
}

/** Returns the object that a hook computed, with kind and apiVersion, in canonical JSON. Its revision is 0. */
export function computedObject({ kind, schema }: DocumentType, answer: ComputedObject<ApiObject>): CachedObject {
  const typed = { kind: kind.kind, apiVersion: kind.apiVersion, ...answer };
  return canonicalObject(schema, typed, { key: answer.metadata.name ?? "", revision: 0 });
}

function canonicalObject(
  schema: CompiledSchema<ApiObject>,
  document: ApiObject,
  { key, revision }: { readonly key: string; readonly revision: number },
): CachedObject {
  const { object, needsExactJson } = schema.canonical(document);
  return new CachedObject(key, revision, {
    bytes: Buffer.from(stringifyJson(object, { exact: needsExactJson })),
    needsExactJson,
  });
}

/** How a list is written in the requested representation: the envelope and each item. */
import type { CachedObject } from "../../cache/index.ts";
import { parseJson, type TypeMeta } from "../../codec/index.ts";
import { type ListResult, objectHead } from "../../registry/index.ts";
import type { Call } from "../requests/call.ts";
import { type DocumentType, isUntyped } from "../served/document-type.ts";
import type { BinaryContents } from "./binary-contents.ts";
import { itemText, type JsonItem } from "./json-item.ts";
import type { Output } from "./output.ts";
import { metadataItem, metadataSource } from "./partial-metadata.ts";
import { columnDefinitions, readTableForm, sortByRow, type TableForm, tableRow } from "./table.ts";

/** A list without its items. */
export interface ListEnvelope extends TypeMeta {
  readonly metadata: object;
  readonly columnDefinitions?: unknown;
}

/** How a list is written. */
export interface ListForm {
  readonly envelope: ListEnvelope;
  /** Name of the member that contains the items. */
  readonly itemsName: "items" | "rows";
  /**
   * Whether an empty list has null instead of `[]` for its items. As in the reference, this is so for lists of
   * PartialObjectMetadata and for Tables with default columns.
   */
  readonly isNullWhenEmpty?: boolean;
  readonly item: (object: CachedObject) => JsonItem;
  /** Whether items have `kind` and `apiVersion`. */
  readonly hasItemTypes: boolean;
}

/** How a list is written, with the objects that become its items. */
export interface ListFormWithObjects extends ListForm {
  /** Present if the list is a Table. */
  readonly table: TableForm | undefined;
  readonly objects: readonly CachedObject[];
}

/** Objects of a list response. The revision is absent if they were computed for this request and are not stored. */
export type ListedObjects = Omit<ListResult, "revision"> & { readonly revision?: number };

/** A list, and how the client requested it. */
export interface ListResponse {
  readonly documentType: DocumentType;
  readonly list: ListedObjects;
  readonly output: Output;
  /** Keeps the contents of objects in binary formats. Absent: none is kept. */
  readonly contents?: BinaryContents | undefined;
  /** Writes large items in another thread. Absent: this thread writes them. */
  readonly renderSlowItem?: RenderSlowItem | undefined;
}

/**
 * Returns the item of an object in a list, written by another thread. In a binary format, it returns the content of the
 * object. `isFirst` says whether it is the first item of the list.
 */
export type RenderSlowItem = (object: CachedObject, form: Pick<ItemForm, "table">, isFirst: boolean) => Promise<Buffer>;

/**
 * Returns how the list is written.
 * @throws StatusError 400 for options that a Table does not have
 */
export function listForm(call: Call, { documentType, list, output }: ListResponse): ListFormWithObjects {
  const { as } = output;
  const table = as?.kind === "Table" ? readTableForm(call, as.apiVersion) : undefined;
  const objects = table ? sortByRow(documentType, list.objects) : list.objects;
  return { objects, table, ...listFormOfItems(documentType, { output, table, metadata: listMetadata(list) }) };
}

/** The representation of a list's items. */
export interface ItemForm {
  readonly output: Output;
  /** Present if the list is a Table. */
  readonly table: TableForm | undefined;
}

/**
 * Returns how a list with these items is written.
 * @param metadata of the list
 */
export function listFormOfItems(
  documentType: DocumentType,
  { output: { as }, table, metadata }: ItemForm & { readonly metadata: object },
): ListForm {
  if (table) return rowsForm(documentType, table, metadata);
  if (as) {
    return {
      envelope: { kind: "PartialObjectMetadataList", apiVersion: as.apiVersion, metadata },
      itemsName: "items",
      isNullWhenEmpty: true,
      hasItemTypes: true,
      item: (object) => metadataItem(metadataSource(documentType, object), as.apiVersion),
    };
  }
  const { kind, listKind, apiVersion } = documentType.kind;
  // As in the reference, only the items of custom types have `kind` and `apiVersion`.
  const isCustomType = isUntyped(documentType);
  const start = isCustomType ? 1 : Buffer.byteLength(objectHead({ kind, apiVersion }));
  return {
    // As in the reference, lists of custom types always have the member `continue`.
    envelope: { kind: listKind, apiVersion, metadata: isCustomType ? { continue: "", ...metadata } : metadata },
    itemsName: "items",
    hasItemTypes: isCustomType,
    item: (object) => {
      const { bytes } = documentType.toDocument(object);
      return { head: "{", bytes, start, end: bytes.length, tail: "" };
    },
  };
}

function rowsForm(documentType: DocumentType, form: TableForm, metadata: object): ListForm {
  const context = documentType.hookContext();
  return {
    envelope: {
      kind: "Table",
      apiVersion: form.apiVersion,
      metadata,
      columnDefinitions: columnDefinitions(documentType),
    },
    itemsName: "rows",
    hasItemTypes: false,
    isNullWhenEmpty: documentType.columns === undefined,
    item: (object) => tableRow(documentType, object, form, context),
  };
}

function listMetadata({ revision, continueToken, remainingItemCount }: ListedObjects): object {
  const metadata: { resourceVersion?: string; continue?: string; remainingItemCount?: number } = {};
  if (revision !== undefined) metadata.resourceVersion = String(revision);
  if (continueToken !== undefined) metadata.continue = continueToken;
  if (remainingItemCount !== undefined) metadata.remainingItemCount = remainingItemCount;
  return metadata;
}

/** Returns the parsed item of an object. */
export function itemValue({ item }: ListForm, object: CachedObject): unknown {
  const json = itemText(item(object));
  return object.needsExactJson ? parseJson(Buffer.from(json)).value : JSON.parse(json);
}

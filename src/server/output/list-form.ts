/** What a collection looks like in the representation that was asked for: what is around the items, and each item. */
import type { CachedObject } from "../../cache/index.ts";
import { parseJson, type TypeMeta } from "../../codec/index.ts";
import { type ListResult, objectHead } from "../../registry/index.ts";
import type { Call } from "../requests/call.ts";
import type { DocumentType } from "../served/document-type.ts";
import { itemText, type JsonItem } from "./json-item.ts";
import type { Output } from "./output.ts";
import { metadataItem, metadataSource } from "./partial-metadata.ts";
import { columnDefinitions, inRowOrder, readTableForm, type TableForm, tableRow } from "./table.ts";

/** A collection without its items. */
export interface ListEnvelope extends TypeMeta {
  readonly metadata: object;
  readonly columnDefinitions?: unknown;
}

export interface ListForm {
  readonly envelope: ListEnvelope;
  /** The member that holds the items. */
  readonly itemsName: "items" | "rows";
  /** As in the reference, an empty list of metadata has null for its items, and so has an empty Table of default columns. */
  readonly isNullWhenEmpty?: boolean;
  readonly item: (object: CachedObject) => JsonItem;
}

/** With what is made into its items, one after the other. */
export interface FilledListForm extends ListForm {
  /** Present where the list is a Table. */
  readonly table: TableForm | undefined;
  readonly objects: readonly CachedObject[];
}

/** Stored objects; or, without a revision, some that are answered and not kept. */
export type ListedObjects = Omit<ListResult, "revision"> & { readonly revision?: number };

export interface ListResponse {
  readonly documentType: DocumentType;
  readonly list: ListedObjects;
  readonly output: Output;
  /** Writes what takes long in another thread; absent: this thread does. */
  readonly slowItems?: SlowItems | undefined;
}

/** Returns what stands in a list for an object that takes long to write, made in another thread. */
export type SlowItems = (object: CachedObject, form: Pick<ItemForm, "table">, isFirst: boolean) => Promise<Buffer>;

/** @throws StatusError 400 for options that a Table does not have */
export function listForm(call: Call, { documentType, list, output }: ListResponse): FilledListForm {
  const { as } = output;
  const table = as?.kind === "Table" ? readTableForm(call, as.apiVersion) : undefined;
  const objects = table ? inRowOrder(documentType, list.objects) : list.objects;
  return { objects, table, ...formOfItems(documentType, { output, table, metadata: listMetadata(list) }) };
}

/** The form of a list's items. */
export interface ItemForm {
  readonly output: Output;
  /** Present where the list is a Table. */
  readonly table: TableForm | undefined;
}

/** @param metadata of the list */
export function formOfItems(
  documentType: DocumentType,
  { output: { as }, table, metadata }: ItemForm & { readonly metadata: object },
): ListForm {
  if (table) return rowsForm(documentType, table, metadata);
  if (as) {
    return {
      envelope: { kind: "PartialObjectMetadataList", apiVersion: as.apiVersion, metadata },
      itemsName: "items",
      isNullWhenEmpty: true,
      item: (object) => metadataItem(metadataSource(documentType, object), as.apiVersion),
    };
  }
  const { kind, listKind, apiVersion } = documentType.kind;
  // As in the reference, items of a typed list do not repeat what the list says of them all.
  const start = Buffer.byteLength(objectHead({ kind, apiVersion }));
  return {
    envelope: { kind: listKind, apiVersion, metadata },
    itemsName: "items",
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

export function itemValue({ item }: ListForm, object: CachedObject): unknown {
  const json = itemText(item(object));
  return object.exact ? parseJson(Buffer.from(json)).value : JSON.parse(json);
}

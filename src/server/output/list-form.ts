/** What a collection looks like in the representation that was asked for: what is around the items, and each item. */
import type { CachedObject } from "../../cache/index.ts";
import { parseJson, type TypeMeta } from "../../codec/index.ts";
import type { ListResult, Resource } from "../../registry/index.ts";
import type { Call } from "../call.ts";
import type { Output } from "./output.ts";
import { partialMetadata } from "./partial-metadata.ts";
import { columnDefinitions, readTableForm, tableRow } from "./table.ts";

/** One item in JSON: `head`, then the bytes from `start` on. */
export interface ListItem {
  readonly head: string;
  readonly bytes: Buffer;
  readonly start: number;
}

/** A collection without its items. */
export interface ListEnvelope extends TypeMeta {
  readonly metadata: object;
  readonly columnDefinitions?: unknown;
}

export interface ListForm {
  readonly envelope: ListEnvelope;
  /** The member that holds the items. */
  readonly itemsName: "items" | "rows";
  readonly item: (object: CachedObject) => ListItem;
}

export interface ListAnswer {
  readonly resource: Resource;
  readonly list: ListResult;
  readonly output: Output;
}

/** @throws StatusError 400 for options that a Table does not have */
export function listForm(call: Call, { resource, list, output: { as } }: ListAnswer): ListForm {
  const metadata = listMetadata(list);
  if (as?.kind === "Table") return tableForm(call, resource, { apiVersion: as.apiVersion, metadata });
  if (as) {
    return {
      envelope: { kind: "PartialObjectMetadataList", apiVersion: as.apiVersion, metadata },
      itemsName: "items",
      item: (object) => textItem(partialMetadata(object, as.apiVersion)),
    };
  }
  const { kind, listKind, apiVersion } = resource.kind;
  // As in the reference, items of a typed list do not repeat what the list says of them all.
  const start = Buffer.byteLength(`{"kind":"${kind}","apiVersion":"${apiVersion}",`);
  return {
    envelope: { kind: listKind, apiVersion, metadata },
    itemsName: "items",
    item: ({ bytes }) => ({ head: "{", bytes, start }),
  };
}

function tableForm(
  call: Call,
  resource: Resource,
  { apiVersion, metadata }: { readonly apiVersion: string; readonly metadata: object },
): ListForm {
  const form = readTableForm(call, apiVersion);
  const context = resource.hookContext();
  return {
    envelope: { kind: "Table", apiVersion, metadata, columnDefinitions: columnDefinitions(resource) },
    itemsName: "rows",
    item: (object) => textItem(tableRow(resource, object, form, context)),
  };
}

function listMetadata({ revision, continueToken, remainingItemCount }: ListResult): object {
  return {
    resourceVersion: String(revision),
    ...(continueToken === undefined ? {} : { continue: continueToken }),
    ...(remainingItemCount === undefined ? {} : { remainingItemCount }),
  };
}

export function itemValue({ item }: ListForm, object: CachedObject): unknown {
  const { head, bytes, start } = item(object);
  const json = head + bytes.toString("utf8", start);
  return object.exact ? parseJson(Buffer.from(json)).value : JSON.parse(json);
}

const nothing = Buffer.alloc(0);

function textItem(text: string): ListItem {
  return { head: text, bytes: nothing, start: 0 };
}

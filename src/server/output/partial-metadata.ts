/** An object reduced to its metadata, cut out of its bytes. */
import type { CachedObject } from "../../cache/index.ts";
import { endOfValue } from "../../codec/index.ts";
import { itemText, type JsonItem } from "./json-item.ts";

const metadataMark = Buffer.from('"metadata":');

/** Returns the object whose metadata represents a stored object where it is shown as metadata alone. */
export function metadataSource(metadataType: MetadataType, stored: CachedObject): CachedObject {
  return metadataType.metadataObject?.(stored) ?? metadataType.toDocument?.(stored) ?? stored;
}

/** How the metadata of objects is shown. */
export interface MetadataType {
  /** Returns the object that clients see for a stored object. Absent: the stored object. */
  toDocument?(stored: CachedObject): CachedObject;
  /** The object whose metadata rows and metadata alone show; absent: what clients get. */
  metadataObject?(stored: CachedObject): CachedObject;
}

/** `{"kind":"PartialObjectMetadata",...}` in JSON. @param apiVersion `meta.orch.io/v1` */
export function partialMetadata(object: CachedObject, apiVersion: string): string {
  return itemText(metadataItem(object, apiVersion));
}

/** The same, to be taken from the object's bytes. */
export function metadataItem({ bytes }: CachedObject, apiVersion: string): JsonItem {
  const head = `{"kind":"PartialObjectMetadata","apiVersion":"${apiVersion}","metadata":`;
  // Canonical objects have it right after kind and version.
  const start = bytes.indexOf(metadataMark) + metadataMark.length;
  return { head, bytes, start, end: endOfValue(bytes, start), tail: "}" };
}

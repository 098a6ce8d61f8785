/** Reduces objects to their metadata, which is taken from their bytes. */
import type { CachedObject } from "../../cache/index.ts";
import { endOfValue } from "../../codec/index.ts";
import type { MetadataType } from "../served/table-type.ts";
import { itemText, type JsonItem } from "./json-item.ts";

const metadataMark = Buffer.from('"metadata":');

/** Returns the object whose metadata is shown for a stored object in Tables and in PartialObjectMetadata. */
export function metadataSource(metadataType: MetadataType, stored: CachedObject): CachedObject {
  return metadataType.metadataObject?.(stored) ?? metadataType.toDocument?.(stored) ?? stored;
}

/**
 * Returns the PartialObjectMetadata of an object in JSON.
 * @param apiVersion in the client's spelling: `meta.orch.io/v1`
 */
export function partialMetadata(object: CachedObject, apiVersion: string): string {
  return itemText(metadataItem(object, apiVersion));
}

/** Returns the PartialObjectMetadata of an object, which refers to the object's bytes. */
export function metadataItem({ bytes }: CachedObject, apiVersion: string): JsonItem {
  const head = `{"kind":"PartialObjectMetadata","apiVersion":"${apiVersion}","metadata":`;
  // In canonical JSON, `metadata` follows `kind` and `apiVersion`, so the first match is the member.
  const start = bytes.indexOf(metadataMark) + metadataMark.length;
  return { head, bytes, start, end: endOfValue(bytes, start), tail: "}" };
}

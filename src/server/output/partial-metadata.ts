/** An object reduced to its metadata, cut out of its bytes. */
import type { CachedObject } from "../../cache/index.ts";
import { itemText, type JsonItem } from "./json-item.ts";

const metadataMark = Buffer.from('"metadata":');
const openBrace = 0x7b;
const closeBrace = 0x7d;
const quote = 0x22;
const backslash = 0x5c;

/** `{"kind":"PartialObjectMetadata",...}` in JSON. @param apiVersion `meta.orch.io/v1` */
export function partialMetadata(object: CachedObject, apiVersion: string): string {
  return itemText(metadataItem(object, apiVersion));
}

/** The same, to be taken from the object's bytes. */
export function metadataItem({ bytes }: CachedObject, apiVersion: string): JsonItem {
  const head = `{"kind":"PartialObjectMetadata","apiVersion":"${apiVersion}","metadata":`;
  // Canonical objects have it right after kind and version.
  const start = bytes.indexOf(metadataMark) + metadataMark.length;
  return { head, bytes, start, end: endOfObject(bytes, start), tail: "}" };
}

/** Where the object that begins at `start` ends. */
function endOfObject(bytes: Buffer, start: number): number {
  let depth = 0;
  for (let index = start; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === quote) index = endOfString(bytes, index);
    else if (byte === openBrace) depth++;
    else if (byte === closeBrace && --depth === 0) return index + 1;
  }
  return bytes.length;
}

/** The closing quote of the string that opens at `start`. */
function endOfString(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(quote, start + 1);
  while (end > 0 && isEscaped(bytes, end)) end = bytes.indexOf(quote, end + 1);
  return end < 0 ? bytes.length : end;
}

function isEscaped(bytes: Buffer, position: number): boolean {
  let backslashes = 0;
  while (bytes[position - 1 - backslashes] === backslash) backslashes++;
  return backslashes % 2 === 1;
}

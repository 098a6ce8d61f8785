/**
 * A piece of JSON that mostly consists of an object's bytes: text, a range of the bytes, and more text. The bytes are
 * copied only when the response is written.
 */
import type { CachedObject } from "../../cache/index.ts";

/** JSON that consists of `head`, the bytes from `start` up to `end`, and `tail`. */
export interface JsonItem {
  readonly head: string;
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly tail: string;
}

const noBytes = Buffer.alloc(0);

/** Returns an item that consists of text only. */
export function textItem(text: string): JsonItem {
  return { head: text, bytes: noBytes, start: 0, end: 0, tail: "" };
}

/** Returns an item that consists of all bytes of an object. */
export function wholeItem({ bytes }: CachedObject): JsonItem {
  return { head: "", bytes, start: 0, end: bytes.length, tail: "" };
}

/** Returns the item with text in front of it and behind it. */
export function wrapItem(before: string, { head, bytes, start, end, tail }: JsonItem, after: string): JsonItem {
  return { head: before + head, bytes, start, end, tail: tail + after };
}

/** Returns the item as text. */
export function itemText({ head, bytes, start, end, tail }: JsonItem): string {
  return head + bytes.toString("utf8", start, end) + tail;
}

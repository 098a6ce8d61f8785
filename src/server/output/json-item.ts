/** A piece of JSON most of which is there already, in an object's bytes: a text, a range of the bytes, another text. */
import type { CachedObject } from "../../cache/index.ts";

export interface JsonItem {
  readonly head: string;
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly tail: string;
}

const nothing = Buffer.alloc(0);

export function textItem(text: string): JsonItem {
  return { head: text, bytes: nothing, start: 0, end: 0, tail: "" };
}

/** An object as it is. */
export function wholeItem({ bytes }: CachedObject): JsonItem {
  return { head: "", bytes, start: 0, end: bytes.length, tail: "" };
}

/** The item with something around it. */
export function wrapItem(before: string, { head, bytes, start, end, tail }: JsonItem, after: string): JsonItem {
  return { head: before + head, bytes, start, end, tail: tail + after };
}

export function itemText({ head, bytes, start, end, tail }: JsonItem): string {
  return head + bytes.toString("utf8", start, end) + tail;
}

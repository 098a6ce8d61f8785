/** Tags that say how a byte string is written as text: in base64, base64url or hexadecimal. */
import { tags } from "./item-types.ts";

/** Number of such a tag. */
export type StringTag = typeof tags.laterBase64Url | typeof tags.laterBase64 | typeof tags.laterBase16;

/** Whether the tag says how byte strings are written as text. */
export function isStringTag(tag: number): tag is StringTag {
  return tag === tags.laterBase64 || tag === tags.laterBase64Url || tag === tags.laterBase16;
}

/** Returns the text of a byte string. Without a tag, its bytes are the text. */
export function textOfBytes(content: Buffer, tag: StringTag | undefined): string {
  switch (tag) {
    case undefined:
      return content.toString("utf8");
    case tags.laterBase64:
      return content.toString("base64");
    case tags.laterBase64Url:
      return content.toString("base64url");
    case tags.laterBase16:
      return content.toString("hex");
  }
}

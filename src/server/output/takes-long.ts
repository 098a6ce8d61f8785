/** Which objects take long to write: large ones that are not sent as they are stored. Another thread writes them. */
import type { CachedObject } from "../../cache/index.ts";
import { isLarge, largeBytes } from "../requests/large-bytes.ts";
import type { ObjectShape } from "../served/document-type.ts";
import type { Output } from "./output.ts";
import { metadataItem, metadataSource } from "./partial-metadata.ts";

/** How objects are written. */
export interface WrittenForm {
  readonly shape: ObjectShape;
  readonly output: Output;
}

/** Returns whether this form of an object takes long to write. */
export function takesLong({ shape, output: { as, pretty, mediaType } }: WrittenForm, object: CachedObject): boolean {
  if (!isLarge(object)) return false;
  const isStoredText = !pretty && mediaType === "application/json";
  switch (as?.kind) {
    case undefined:
      return shape.isMade || !isStoredText;
    case "Table":
      return true;
    default:
      return !isStoredText && metadataBytes(shape, object) > largeBytes;
  }
}

function metadataBytes(shape: ObjectShape, object: CachedObject): number {
  const { start, end } = metadataItem(metadataSource(shape, object), "");
  return end - start;
}

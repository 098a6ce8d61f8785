/**
 * Decides which objects take long to write: large ones that are not sent as stored bytes. The second thread writes
 * them.
 */
import type { CachedObject } from "../../cache/index.ts";
import { isLarge, largeBytes } from "../requests/large-bytes.ts";
import type { DocumentType } from "../served/document-type.ts";
import type { Output } from "./output.ts";
import { metadataItem, metadataSource } from "./partial-metadata.ts";

/** How objects are written. */
export interface ObjectRendering {
  readonly documentType: DocumentType;
  readonly output: Output;
}

/** Whether writing the object in this form takes long. */
export function isSlowToWrite(
  { documentType, output: { as, pretty, mediaType } }: ObjectRendering,
  object: CachedObject,
): boolean {
  if (!isLarge(object)) return false;
  const isStoredText = !pretty && mediaType === "application/json";
  switch (as?.kind) {
    case undefined:
      return documentType.isConverted || !isStoredText;
    case "Table":
      return true;
    default:
      return !isStoredText && metadataBytes(documentType, object) > largeBytes;
  }
}

function metadataBytes(documentType: DocumentType, object: CachedObject): number {
  // A document that is not ready has nearly the same metadata.
  const source = documentType.preparation?.isReady(object) === false ? object : metadataSource(documentType, object);
  const { start, end } = metadataItem(source, "");
  return end - start;
}

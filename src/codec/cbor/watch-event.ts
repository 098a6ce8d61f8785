/** Encodes watch events in CBOR. A watch is a sequence of documents (RFC 8742). */
import { FrameSplitter } from "../frame-splitter.ts";
import { CborWriter } from "./cbor-writer.ts";
import { CborDocumentScanner } from "./document-scanner.ts";

/** Returns a watch event. @param object a document in CBOR */
export function encodeCborEvent(type: string, object: Buffer): Buffer {
  const writer = new CborWriter();
  writer.selfDescribed();
  writer.map(2);
  writer.text("type");
  writer.text(type);
  writer.text("object");
  writer.raw(object);
  return writer.finish();
}

/** Divides a sequence into its documents. @param bytesMax of a document */
export function cborSequenceSplitter(bytesMax: number): FrameSplitter {
  return new FrameSplitter(new CborDocumentScanner(), bytesMax);
}

/** Yields the documents in a sequence that this server has written. */
export function cborDocumentsIn(bytes: Buffer): Generator<Buffer> {
  return cborSequenceSplitter(Number.POSITIVE_INFINITY).push(bytes);
}

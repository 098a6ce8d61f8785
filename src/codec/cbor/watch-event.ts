/** Encodes watch events in CBOR. A watch is a sequence of documents (RFC 8742). */
import { CborWriter } from "./cbor-writer.ts";
import { ItemReader } from "./item-reader.ts";

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

/** Yields the documents in a sequence that this server has written. */
export function* cborDocumentsIn(bytes: Buffer): Generator<Buffer> {
  const reader = new ItemReader(bytes);
  while (reader.at < bytes.length) {
    const start = reader.at;
    reader.skip();
    yield bytes.subarray(start, reader.at);
  }
}

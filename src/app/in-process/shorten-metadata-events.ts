/**
 * Shortens metadata events of large objects before the controllers in this process parse them. Parsing the metadata of
 * one large object, with its labels and managed fields, can block other clients for too long. These controllers only
 * need the name, the owners and the state of the deletion.
 */
import { fieldCopier } from "../../codec/index.ts";

/** Events up to this size are not shortened. */
const keptBytesMax = 32 * 1024;

/** Fields that the object monitors keep, and that the client library reads. */
const metadataFields = [
  "name",
  "namespace",
  "uid",
  "resourceVersion",
  "deletionTimestamp",
  "ownerReferences",
  "finalizers",
];
const copyFields = fieldCopier([
  "type",
  "object.kind",
  "object.apiVersion",
  ...metadataFields.map((field) => `object.metadata.${field}`),
]);

const lineBreak = 0x0a;
/** Start of every metadata event. */
const metadataEvent = /^\{"type":"[A-Z]+","object":\{"kind":"PartialObjectMetadata",/;
const headBytes = 100;

/** Returns the chunk of a watch with its long metadata events shortened. */
export function shortenMetadataEvents(piece: Buffer): Buffer {
  if (piece.length <= keptBytesMax) return piece;
  const lines: Buffer[] = [];
  for (let start = 0; start < piece.length; ) {
    const end = piece.indexOf(lineBreak, start) + 1 || piece.length;
    lines.push(shortenEvent(piece.subarray(start, end)));
    start = end;
  }
  return Buffer.concat(lines);
}

/** Shortens one event. An incomplete line stays as it is, because the client joins it with the next chunk. */
function shortenEvent(line: Buffer): Buffer {
  const isWhole = line.at(-1) === lineBreak;
  if (!isWhole || line.length <= keptBytesMax || !metadataEvent.test(line.toString("latin1", 0, headBytes)))
    return line;
  return Buffer.from(`${copyFields(line.subarray(0, -1))}\n`);
}

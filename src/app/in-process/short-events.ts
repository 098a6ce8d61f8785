/**
 * Shortens what the controllers in this process are sent of large objects' metadata. Parsing the metadata of one object,
 * with its labels and the owners of its fields, can take longer than other clients should wait, and the controllers that
 * follow metadata only look at what objects are called, who owns them and how far their deletion has come.
 */
import { fieldCopier } from "../../codec/index.ts";

/** Shorter events are parsed as they are. */
const shortBytes = 32 * 1024;

/** Metadata that the monitors of objects keep, and that the client library reads from an event. */
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
/** Events of metadata begin so, whatever their type. */
const metadataEvent = /^\{"type":"[A-Z]+","object":\{"kind":"PartialObjectMetadata",/;
const headBytes = 100;

/** Returns the lines of a piece of a watch; those that are long and hold an object's metadata, without what nobody reads. */
export function shortEvents(piece: Buffer): Buffer {
  if (piece.length <= shortBytes) return piece;
  const lines: Buffer[] = [];
  for (let start = 0; start < piece.length; ) {
    const end = piece.indexOf(lineBreak, start) + 1 || piece.length;
    lines.push(shortLine(piece.subarray(start, end)));
    start = end;
  }
  return Buffer.concat(lines);
}

/** A line that is not whole is left as it is: the client puts it together. */
function shortLine(line: Buffer): Buffer {
  const isWhole = line.at(-1) === lineBreak;
  if (!isWhole || line.length <= shortBytes || !metadataEvent.test(line.toString("latin1", 0, headBytes))) return line;
  return Buffer.from(`${copyFields(line.subarray(0, -1))}\n`);
}

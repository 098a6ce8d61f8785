/**
 * The content of an object: the bytes that its document, its item in a list, and its events have in common. Items of
 * lists may lack `kind` and `apiVersion`, so a content is a map without them. After the map, it has the two positions at
 * which they belong, because keys are sorted.
 */
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import type { StructSchema } from "../../schema/index.ts";
import type { TypeMeta } from "../protobuf/envelope.ts";
import { CborWriter } from "./cbor-writer.ts";
import { encodeCborItem, sortedMembers, writeItem } from "./encode.ts";
import { ItemReader } from "./item-reader.ts";
import { selfDescribedTag } from "./item-types.ts";

const kindKey = encodeCborItem("kind");
const apiVersionKey = encodeCborItem("apiVersion");
/** Size of a position. */
const positionBytes = 4;

const writer = new CborWriter();

/** Returns the content of an object. @param schema as in `encodeCbor` */
export function encodeCborContent(object: object, schema?: StructSchema): Buffer {
  const members = sortedMembers(object as ReadonlyJsonObject, schema).filter(
    ({ name }) => name !== "kind" && name !== "apiVersion",
  );
  let [kindAt, apiVersionAt]: [number?, number?] = [];
  writer.map(members.length);
  for (const { name, key, schema: type } of members) {
    if (Buffer.compare(key, kindKey) > 0) kindAt ??= writer.length;
    if (Buffer.compare(key, apiVersionKey) > 0) apiVersionAt ??= writer.length;
    writer.raw(key);
    writeItem(writer, (object as ReadonlyJsonObject)[name], type);
  }
  const end = writer.length;
  const positions = Buffer.alloc(2 * positionBytes);
  positions.writeUInt32BE(kindAt ?? end);
  positions.writeUInt32BE(apiVersionAt ?? end, positionBytes);
  writer.raw(positions);
  return writer.finish();
}

/**
 * Returns the item of an object in pieces.
 * @param content which `encodeCborContent` has returned
 * @param type kind and apiVersion of the item. Undefined for an item without them
 */
export function cborItemPieces(content: Buffer, type: TypeMeta | undefined): readonly Buffer[] {
  const end = content.length - 2 * positionBytes;
  if (!type) return [content.subarray(0, end)];
  const kindAt = content.readUInt32BE(end);
  const apiVersionAt = content.readUInt32BE(end + positionBytes);
  const reader = new ItemReader(content);
  reader.head();
  const { head, kind, apiVersion } = typePieces(type, reader.argument + 2);
  return [
    head,
    content.subarray(reader.at, kindAt),
    kind,
    content.subarray(kindAt, apiVersionAt),
    apiVersion,
    content.subarray(apiVersionAt, end),
  ];
}

/** Returns the document of an object. @param content which `encodeCborContent` has returned */
export function cborDocument(content: Buffer, type: TypeMeta): Buffer {
  return Buffer.concat([selfDescribedTag, ...cborItemPieces(content, type)]);
}

interface TypePieces {
  readonly head: Buffer;
  readonly kind: Buffer;
  readonly apiVersion: Buffer;
}

/** The encoded members of each type, by its name and the number of members of the object. Both are few. */
const piecesOfTypes = new Map<string, TypePieces>();

function typePieces({ kind, apiVersion }: TypeMeta, pairs: number): TypePieces {
  const name = `${apiVersion} ${kind} ${pairs}`;
  let pieces = piecesOfTypes.get(name);
  if (!pieces) {
    const head = new CborWriter();
    head.map(pairs);
    pieces = {
      head: head.finish(),
      kind: Buffer.concat([kindKey, encodeCborItem(kind)]),
      apiVersion: Buffer.concat([apiVersionKey, encodeCborItem(apiVersion)]),
    };
    piecesOfTypes.set(name, pieces);
  }
  return pieces;
}

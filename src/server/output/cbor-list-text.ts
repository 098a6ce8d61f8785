/** Writes a list in CBOR, item by item. */
import type { CachedObject } from "../../cache/index.ts";
import { CborWriter, cborItemPieces, encodeCborItem } from "../../codec/index.ts";
import type { BinaryContents } from "./binary-contents.ts";
import { type BinaryFormat, type ContentForm, contentType } from "./binary-format.ts";
import type { ChunkCollector } from "./chunk-collector.ts";
import type { ListForm } from "./list-form.ts";
import type { ListText } from "./list-text.ts";

/** Format of the list's items, and where their contents are kept. */
interface CborListOptions {
  readonly format: BinaryFormat;
  readonly form: ContentForm;
  readonly contents: BinaryContents | undefined;
}

/**
 * Returns the writer of a list in CBOR. The members are sorted, so some members of the envelope are written before the
 * items and some after them.
 */
export function cborListText(
  { envelope, itemsName, hasItemTypes }: ListForm,
  { format, form, contents }: CborListOptions,
): ListText {
  const members = Object.entries(envelope).map(([name, value]) => ({
    name: encodeCborItem(name),
    value: encodeCborItem(value),
  }));
  members.sort((one, other) => Buffer.compare(one.name, other.name));
  const name = encodeCborItem(itemsName);
  const isBefore = (other: Buffer): boolean => Buffer.compare(other, name) < 0;
  const pairs = (isIncluded: (name: Buffer) => boolean): Buffer =>
    Buffer.concat(members.filter((one) => isIncluded(one.name)).flatMap((one) => [one.name, one.value]));
  const itemType = hasItemTypes ? contentType(form) : undefined;
  const contentOf = (object: CachedObject): Buffer =>
    contents?.get(format, form, object) ?? format.content(form, object);
  return {
    begin: (into, itemCount) => {
      const writer = new CborWriter();
      writer.selfDescribed();
      writer.map(members.length + 1);
      writer.raw(pairs(isBefore));
      writer.raw(name);
      writer.array(itemCount);
      into.addBytes(writer.finish());
    },
    item: (into, object) => addAll(into, cborItemPieces(contentOf(object), itemType)),
    remoteItem: (object, content) => {
      contents?.keep(format, form, object, content);
      return Buffer.concat(cborItemPieces(content, itemType));
    },
    end: (into) => into.addBytes(pairs((other) => !isBefore(other))),
  };
}

function addAll(into: ChunkCollector, pieces: readonly Buffer[]): void {
  for (const piece of pieces) into.addBytes(piece);
}

/** Writes a list as JSON, indented JSON or YAML, item by item. At most one item is parsed at a time. */
import type { CachedObject } from "../../cache/index.ts";
import { stringifyJson, stringifyYaml } from "../../codec/index.ts";
import type { ChunkCollector } from "./chunk-collector.ts";
import { itemValue, type ListForm } from "./list-form.ts";
import type { Output } from "./output.ts";

/** Writer of a list. The caller calls `begin`, then `item` for each object, then `end`. */
export interface ListText {
  /** @param itemCount number of items that follow */
  begin(into: ChunkCollector, itemCount: number): void;
  item(into: ChunkCollector, object: CachedObject, isFirst: boolean): void;
  /** Returns the bytes of an item that another thread has written. Absent: they are unchanged. */
  remoteItem?(object: CachedObject, written: Buffer): Buffer;
  end(into: ChunkCollector, isEmpty: boolean): void;
}

/** Returns the writer of a list in the format of the output. */
export function listText(form: ListForm, { mediaType, pretty }: Output): ListText {
  if (mediaType === "application/yaml") return yamlText(form);
  return pretty ? indentedText(form) : plainText(form);
}

/** Copies the bytes of the items. */
function plainText({ envelope, itemsName, item }: ListForm): ListText {
  return {
    begin: (into) => into.addText(`${stringifyJson(envelope).slice(0, -1)},"${itemsName}":[`),
    item: (into, object, isFirst) => {
      const { head, bytes, start, end, tail } = item(object);
      into.addText(isFirst ? head : `,${head}`);
      into.addBytes(bytes, start, end);
      into.addText(tail);
    },
    end: (into) => into.addText("]}\n"),
  };
}

const itemMargin = "\n    ";

function indentedText(form: ListForm): ListText {
  const { envelope, itemsName } = form;
  return {
    begin: (into) => into.addText(`${stringifyJson(envelope, { pretty: true }).slice(0, -2)},\n  "${itemsName}": [`),
    item: (into, object, isFirst) => {
      const text = stringifyJson(itemValue(form, object), { pretty: true });
      // Strings in JSON contain no line breaks, so all line breaks belong to the indentation.
      into.addText((isFirst ? "" : ",") + itemMargin + text.replaceAll("\n", itemMargin));
    },
    end: (into, isEmpty) => into.addText(isEmpty ? "]\n}" : "\n  ]\n}"),
  };
}

/** Members are sorted in YAML, so some members of the envelope are written before the items and some after them. */
function yamlText(form: ListForm): ListText {
  const { envelope, itemsName } = form;
  const members = Object.entries(envelope);
  const before = Object.fromEntries(members.filter(([name]) => name < itemsName));
  const after = Object.fromEntries(members.filter(([name]) => name > itemsName));
  return {
    begin: (into) => into.addText(yamlMembers(before)),
    item: (into, object, isFirst) => {
      // In YAML, list items have the indentation of the list's key, so each item can be written as a separate list.
      into.addText((isFirst ? `${itemsName}:\n` : "") + stringifyYaml([itemValue(form, object)]));
    },
    end: (into, isEmpty) => into.addText((isEmpty ? `${itemsName}: []\n` : "") + yamlMembers(after)),
  };
}

function yamlMembers(members: object): string {
  return Object.keys(members).length === 0 ? "" : stringifyYaml(members);
}

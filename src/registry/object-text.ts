/**
 * Objects to JSON and back, for what is stored. Of who owns which fields, which is half of many objects, each set of fields
 * is a part of its own: objects of one template are owned alike, and of most writes the sets stay as they were.
 */
import { systemRandom } from "../base/random.ts";
import { parseJson, SharedParts, stringifyJson } from "../codec/index.ts";
import type { ApiObject, ManagedFieldsEntry } from "../meta/object-meta.ts";

/** Large enough for some hundred templates. All servers of this process share the sets that are read from the store. */
const sets = new SharedParts(512 * 1024);

const entriesMark = Buffer.from('"managedFields":[');
const setMark = Buffer.from('"fieldsV1":{');
const setNameBytes = setMark.length - 1;
/** Stands for a set that is elsewhere: no set is a number, and nobody outside knows this one. */
const elsewhere = 2 ** 46 + systemRandom.below(2 ** 46);
const elsewhereText = String(elsewhere);

/** A new object, which the caller may change. @param exact it holds integers that a plain JSON parser would round */
export function parseWhole(bytes: Buffer, exact: boolean): ApiObject {
  return (exact ? parseJson(bytes).value : JSON.parse(bytes.toString("utf8"))) as ApiObject;
}

/** @param bytes in canonical form; the sets of fields are shared with other objects, and not to be changed */
export function parseSharing(bytes: Buffer, exact: boolean): ApiObject {
  const entries = exact ? -1 : bytes.indexOf(entriesMark);
  return (entries < 0 ? undefined : parseInParts(bytes, entries)) ?? parseWhole(bytes, exact);
}

/** Undefined for an object in which something else looks like its owners. */
function parseInParts(bytes: Buffer, entriesAt: number): ApiObject | undefined {
  const found: object[] = [];
  let text = "";
  let from = 0;
  let mark = bytes.indexOf(setMark, entriesAt);
  while (mark >= 0) {
    const start = mark + setNameBytes;
    const { value, end } = sets.read(bytes, start);
    found.push(value);
    text += bytes.toString("utf8", from, start) + elsewhereText;
    from = end;
    mark = bytes.indexOf(setMark, from);
  }
  const object = JSON.parse(text + bytes.toString("utf8", from)) as ApiObject;
  const { managedFields = [] } = object.metadata;
  if (managedFields.length !== found.length) return undefined;
  for (const [index, entry] of managedFields.entries()) {
    if ((entry.fieldsV1 as unknown) !== elsewhere) return undefined;
    entry.fieldsV1 = found[index] as Record<string, unknown>;
  }
  return object;
}

/** What is stored of an object: all but its version. @param exact the object holds bigints, or keys that JavaScript does not keep in order */
export function stringifySharing(object: ApiObject, exact: boolean): string {
  const { resourceVersion: _, ...metadata } = object.metadata;
  const { managedFields } = metadata;
  if (exact || !managedFields) return stringifyJson({ ...object, metadata }, { exact });
  const texts: string[] = [];
  const entries = managedFields.map((entry) => {
    const text = entry.fieldsV1 && sets.textOf(entry.fieldsV1);
    if (text === undefined) return entry;
    texts.push(text);
    return { ...entry, fieldsV1: elsewhere };
  });
  metadata.managedFields = entries as ManagedFieldsEntry[];
  return withSets(stringifyJson({ ...object, metadata }), texts);
}

/** Puts the sets where they belong. */
function withSets(text: string, texts: readonly string[]): string {
  let whole = "";
  let from = 0;
  for (const set of texts) {
    const at = text.indexOf(elsewhereText, from);
    whole += text.slice(from, at) + set;
    from = at + elsewhereText.length;
  }
  return whole + text.slice(from);
}

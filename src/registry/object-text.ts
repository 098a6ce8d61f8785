/**
 * Reads and writes the JSON of stored objects. The field sets of `managedFields` (`fieldsV1`) often make up half of an
 * object. They are read and written separately from the rest, because objects that were made from one template have
 * equal sets, and most writes leave the sets as they are. See docs/performance.md, "Optimizations": reading
 * the stored Deployment of 3 KB.
 */
import { systemRandom } from "../base/random.ts";
import { parseJson, SharedParts, stringifyJson } from "../codec/index.ts";
import type { ApiObject, ManagedFieldsEntry } from "../meta/object-meta.ts";

/**
 * Field sets that were read from the store, shared by all servers of this process. The limit in bytes suffices for
 * several hundred templates.
 */
const sharedFieldSets = new SharedParts(512 * 1024);

const entriesMark = Buffer.from('"managedFields":[');
const fieldSetMark = Buffer.from('"fieldsV1":{');
const fieldSetNameBytes = fieldSetMark.length - 1;
/**
 * Placeholder for a field set that is encoded separately. It cannot occur in an object: a field set is never a number,
 * and clients cannot guess this random one.
 */
const fieldSetPlaceholder = 2 ** 46 + systemRandom.below(2 ** 46);
const placeholderText = String(fieldSetPlaceholder);

/**
 * Returns a new parsed object, which the caller may change.
 * @param needsExactJson whether it holds integers that a plain JSON parser would round
 */
export function parseUnshared(bytes: Buffer, needsExactJson: boolean): ApiObject {
  return (needsExactJson ? parseJson(bytes).value : JSON.parse(bytes.toString("utf8"))) as ApiObject;
}

/**
 * Returns a parsed object. It shares its field sets with other objects, so the caller must not change them.
 * @param bytes in canonical form
 */
export function parseSharingFieldSets(bytes: Buffer, needsExactJson: boolean): ApiObject {
  const entries = needsExactJson ? -1 : bytes.indexOf(entriesMark);
  return (entries < 0 ? undefined : parseInParts(bytes, entries)) ?? parseUnshared(bytes, needsExactJson);
}

/**
 * Parses the field sets separately from the rest. Returns undefined if the sets that were found are not those of
 * `managedFields`, for example because another field is also called `fieldsV1`.
 */
function parseInParts(bytes: Buffer, entriesAt: number): ApiObject | undefined {
  const fieldSets: object[] = [];
  let text = "";
  let from = 0;
  let mark = bytes.indexOf(fieldSetMark, entriesAt);
  while (mark >= 0) {
    const start = mark + fieldSetNameBytes;
    const { value, end } = sharedFieldSets.read(bytes, start);
    fieldSets.push(value);
    text += bytes.toString("utf8", from, start) + placeholderText;
    from = end;
    mark = bytes.indexOf(fieldSetMark, from);
  }
  const object = JSON.parse(text + bytes.toString("utf8", from)) as ApiObject;
  const { managedFields = [] } = object.metadata as { managedFields?: ManagedFieldsEntry[] };
  if (managedFields.length !== fieldSets.length) return undefined;
  for (const [index, entry] of managedFields.entries()) {
    if ((entry.fieldsV1 as unknown) !== fieldSetPlaceholder) return undefined;
    entry.fieldsV1 = fieldSets[index] as Record<string, unknown>;
  }
  return object;
}

/**
 * Returns the JSON to store for an object: everything but its resourceVersion.
 * @param needsExactJson whether the object holds bigints, or keys whose order JavaScript objects do not keep
 */
export function stringifySharingFieldSets(object: ApiObject, needsExactJson: boolean): string {
  const { resourceVersion: _, ...metadata } = object.metadata;
  const { managedFields } = metadata;
  if (needsExactJson || !managedFields) return stringifyJson({ ...object, metadata }, { exact: needsExactJson });
  const texts: string[] = [];
  const entries = managedFields.map((entry) => {
    const text = entry.fieldsV1 && sharedFieldSets.textOf(entry.fieldsV1);
    if (text === undefined) return entry;
    texts.push(text);
    return { ...entry, fieldsV1: fieldSetPlaceholder };
  });
  metadata.managedFields = entries as ManagedFieldsEntry[];
  return replacePlaceholders(stringifyJson({ ...object, metadata }), texts);
}

/** Returns `text` with the placeholders replaced by `texts`, in their order. */
function replacePlaceholders(text: string, texts: readonly string[]): string {
  let result = "";
  let from = 0;
  for (const set of texts) {
    const at = text.indexOf(placeholderText, from);
    result += text.slice(from, at) + set;
    from = at + placeholderText.length;
  }
  return result + text.slice(from);
}

/** How a version of a kind relates to the version in which its objects are stored. */
import { isJsonObject } from "../base/json-object.ts";
import { equalJson } from "../base/json-tree.ts";
import { getOwn, setOwn } from "../base/own-property.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";

/** What a conversion may ask for: nothing that changes while the object does not. */
export interface ConversionContext {
  readonly vocabulary: Vocabulary;
}

/**
 * Two pure functions. Neither is concerned with `apiVersion`: results carry that of what they were made of, and the caller
 * writes the right one into the result, which is always a new object. Nor do they fill in defaults or see to the canonical
 * form: what clients send has the defaults of its own version, and what is stored gets those of the stored one as well.
 */
export interface Conversion<Stored extends ApiObject = ApiObject, Shown extends ApiObject = ApiObject> {
  /** The object in the form of this version. May share parts with `stored`, which stays as it is. */
  show(stored: Stored, context: ConversionContext): Shown;
  /** The object in stored form. May share parts with `shown`, which stays as it is. */
  absorb(shown: Shown, context: ConversionContext): Stored;
  /**
   * Field selector paths of this version -> paths of the stored form, where they differ. Undefined: this version does not
   * know a path of the stored form.
   */
  readonly fieldLabels?: Readonly<Record<string, string | undefined>>;
}

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * What is lost when an object is shown and absorbed again need not be lost when it is changed in between: the parts that
 * the change leaves alone stay as they are stored.
 * @param old as it is stored
 * @param before `old` as it comes back when it is shown and absorbed
 * @param after what was changed as it comes back
 */
export function keepUnchanged<T>(old: T, before: T, after: T): T {
  return merge(old, before, after) as T;
}

function merge(old: unknown, before: unknown, after: unknown): unknown {
  if (equalJson(before, after)) return old;
  return isJsonObject(old) && isJsonObject(before) && isJsonObject(after) ? mergeMembers(old, before, after) : after;
}

function mergeMembers(old: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
  const names = new Set([...Object.keys(old), ...Object.keys(after)]);
  const merged: Record<string, unknown> = {};
  for (const name of names) {
    const value = merge(getOwn(old, name), getOwn(before, name), getOwn(after, name));
    if (value !== undefined) setOwn(merged, name, value);
  }
  return merged;
}

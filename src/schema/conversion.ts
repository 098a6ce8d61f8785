/** Conversion between a version of a kind and the version in which its objects are stored. */
import type { ApiObject } from "../meta/object-meta.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";

/**
 * Everything that a conversion may depend on besides the object. It must not depend on anything that changes while the
 * object stays the same.
 */
export interface ConversionContext {
  readonly vocabulary: Vocabulary;
}

/**
 * Two pure functions between a version and its stored form. Both return a new object with the `apiVersion` of their
 * input; the caller then sets the right one. They neither fill in defaults nor bring the object into canonical form.
 * Decoding gives an object the defaults of the version in which a client sent it, and then those of the stored version.
 */
export interface Conversion<Stored extends ApiObject = ApiObject, Shown extends ApiObject = ApiObject> {
  /** Returns the object in the form of this version. May share parts with `stored`, which must not be changed. */
  fromStored(stored: Stored, context: ConversionContext): Shown;
  /** Returns the object in stored form. May share parts with `shown`, which must not be changed. */
  toStored(shown: Shown, context: ConversionContext): Stored;
  /**
   * Maps field selector paths of this version to paths of the stored form, where they differ. A path of the stored form
   * that this version does not support maps to undefined.
   */
  readonly fieldLabels?: Readonly<Record<string, string | undefined>>;
}

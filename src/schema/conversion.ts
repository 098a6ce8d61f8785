/** How a version of a kind relates to the version in which its objects are stored. */
import type { ApiObject } from "../meta/object-meta.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";

/** What a conversion may ask for: nothing that changes while the object does not. */
export interface ConversionContext {
  readonly vocabulary: Vocabulary;
}

/**
 * Two pure functions. Neither is concerned with `apiVersion`: results carry that of what they were made of, and the caller
 * writes the right one into the result, which is always a new object. Nor do they fill in defaults: what clients send has
 * those of its own version already, and what is stored gets those of the stored version from the caller.
 */
export interface Conversion<Stored extends ApiObject = ApiObject, Shown extends ApiObject = ApiObject> {
  /**
   * The object in the form of this version, canonical when `stored` is. May share parts with `stored`, which stays as
   * it is.
   */
  show(stored: Stored, context: ConversionContext): Shown;
  /** The object in stored form. May share parts with `shown`, which stays as it is. */
  absorb(shown: Shown, context: ConversionContext): Stored;
  /** Field selector paths of this version -> paths of the stored form, where they differ. */
  readonly fieldLabels?: Readonly<Record<string, string>>;
}

/** How a version of a kind relates to the version in which its objects are stored. */
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

/** The type of the conversion between stored objects and the documents of an endpoint. See README.md. */
import type { ApiObject, ManagedFieldsEntry, SharedObject } from "../../meta/object-meta.ts";
import type { BoundKind, WriteRules } from "../../registry/index.ts";
import type { DocumentType } from "./document-type.ts";

/** A kind in one version. */
export type TypeName = Pick<BoundKind, "kind" | "apiVersion">;

/** Converts between stored objects and documents that are of another kind or version. */
export interface DocumentConversion {
  readonly documentType: DocumentType;
  /** Returns the document of a stored object, which is not modified. */
  toDocument(stored: SharedObject): ApiObject;
  /**
   * Returns the stored object with the changes that a document makes. May modify `stored`, which is undefined if the
   * document is a new object.
   * @throws StatusError when the document is not valid
   */
  toStored(document: SharedObject, stored: ApiObject | undefined): ApiObject;
  /**
   * Returns the result of the kind's conversion hook alone. Adds no defaults, so that a missing field stays missing,
   * and keeps empty lists. Absent if a document does not hold the whole object, as with a Scale.
   */
  toStoredWithoutDefaults?(document: SharedObject): ApiObject;
  /**
   * Returns the document that a client would read after storing `document`: with the values that the conversion to the
   * stored form adds. Absent if the conversion adds nothing.
   */
  complete?(document: ApiObject): ApiObject;
  /**
   * Returns the owners of the document's fields. Absent if they are those of the stored object. `toStored` converts
   * them back.
   */
  ownersOf?(stored: SharedObject): readonly ManagedFieldsEntry[];
  /** Rules for writes at the endpoint, instead of those of the stored kind. They check the stored form, or their `checkedForm`. */
  readonly rules?: WriteRules | undefined;
  /**
   * Field labels of the stored version, by the field label of the requested version. Contains only labels that differ.
   * A label whose value is undefined cannot be used in field selectors.
   */
  readonly fieldLabels: Readonly<Record<string, string | undefined>>;
}

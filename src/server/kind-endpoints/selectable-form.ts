/** The form that the selectors of a version of a custom type read: as in the reference, that of its documents. */
import type { CachedObject } from "../../cache/index.ts";
import { createIndexReader, type FieldIndex, type SelectableForm } from "../../registry/index.ts";
import type { DocumentType } from "../served/document-type.ts";

/**
 * Returns the form of a version.
 * @param fields those that selectors of the version may name
 */
export function selectableForm(
  { apiVersion }: Pick<DocumentType["kind"], "apiVersion">,
  fields: FieldIndex,
  { toDocument, preparation }: Pick<DocumentType, "toDocument" | "preparation">,
): SelectableForm {
  const read = createIndexReader(fields);
  const name = `index ${apiVersion}`;
  const index = (stored: CachedObject): ReturnType<typeof read> =>
    stored.derived(name, () => read(toDocument(stored).bytes));
  return { name, fields, index, preparation };
}

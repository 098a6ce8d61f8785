/**
 * Reads and replaces the field managers of documents. A document without managers has no `managedFields`, because an
 * empty list would reset them.
 */
import type { ApiObject, ManagedFieldsEntry } from "../../meta/object-meta.ts";
import { type DocumentConversion } from "../served/document-conversion.ts";

/** Replaces the field managers of an object. */
export function setOwners({ metadata }: ApiObject, owners: readonly ManagedFieldsEntry[]): void {
  if (owners.length > 0) metadata.managedFields = [...owners];
  else delete metadata.managedFields;
}

/**
 * Returns the document with the managers that its conversion derives from the stored object. Only the conversion to
 * Scales derives any.
 */
export function withDerivedOwners(
  document: ApiObject,
  view: DocumentConversion | undefined,
  stored: ApiObject,
): ApiObject {
  const owners = view?.ownersOf?.(stored) ?? [];
  if (owners.length === 0) return document;
  return { ...document, metadata: { ...document.metadata, managedFields: [...owners] } };
}

/**
 * Reads and replaces the field managers of documents. A document without managers has no `managedFields`, because an
 * empty list would reset them.
 */
import type { ApiObject, ManagedFieldsEntry, SharedObject } from "../../meta/object-meta.ts";
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
  document: SharedObject,
  view: DocumentConversion | undefined,
  stored: SharedObject,
): SharedObject {
  const owners = view?.ownersOf?.(stored) ?? [];
  if (owners.length === 0) return document;
  return { ...document, metadata: { ...document.metadata, managedFields: [...owners] } };
}

/** Detects whether a write has changed an object. */
import { equalJson } from "../../base/json-tree.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { DryRun } from "./dry-run.ts";

/** Returns the object without the metadata that every write changes. */
export function withoutVersions(object: ApiObject): ApiObject {
  const { managedFields: _, resourceVersion: __, generation: ___, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/**
 * Whether a write has changed the object. A change that affects only managedFields counts, too.
 * @param after the written object or subresource. For a subresource, only its resourceVersion is compared
 */
export function hasChanged(before: ApiObject, after: ApiObject, { dryRun }: { readonly dryRun: DryRun }): boolean {
  if (dryRun === "none" && before.metadata.resourceVersion !== after.metadata.resourceVersion) return true;
  if (before.kind !== after.kind) return dryRun !== "none";
  // A dry run returns the stored resourceVersion, so the contents are compared.
  return !hasSameContent(before, after);
}

/** Whether two states are equal apart from managedFields, resourceVersion and generation. */
export function hasSameContent(before: ApiObject, after: ApiObject): boolean {
  return equalJson(withoutVersions(before), withoutVersions(after));
}

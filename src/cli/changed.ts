/** Whether a write has changed what an object says. */
import { equalJson } from "../base/json-tree.ts";
import type { ApiObject } from "../meta/object-meta.ts";

/** Without what follows from every write. */
export function withoutVersions(object: ApiObject): ApiObject {
  const { managedFields: _, resourceVersion: __, generation: ___, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** Of a write that was done, also where only owners have changed: that is a change like any other. */
export function hasChanged(before: ApiObject, after: ApiObject, { dryRun }: { readonly dryRun: boolean }): boolean {
  if (!dryRun) return before.metadata.resourceVersion !== after.metadata.resourceVersion;
  return !equalJson(withoutVersions(before), withoutVersions(after));
}

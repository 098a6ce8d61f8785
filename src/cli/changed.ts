/** Whether a write has changed what an object says. */
import { equalJson } from "../base/json-tree.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { DryRun } from "./dry-run.ts";

/** Without what follows from every write. */
export function withoutVersions(object: ApiObject): ApiObject {
  const { managedFields: _, resourceVersion: __, generation: ___, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/**
 * Of a write that was done, also where only owners have changed: that is a change like any other.
 * @param after the object, or the part of it that was written: that says only by its version whether it has changed
 */
export function hasChanged(before: ApiObject, after: ApiObject, { dryRun }: { readonly dryRun: DryRun }): boolean {
  if (dryRun === "none" && before.metadata.resourceVersion !== after.metadata.resourceVersion) return true;
  if (before.kind !== after.kind) return dryRun !== "none";
  // What goes with a write is answered as it was last stored, with what the write has made of it.
  return !saysTheSame(before, after);
}

/** Whoever owns it. */
export function saysTheSame(before: ApiObject, after: ApiObject): boolean {
  return equalJson(withoutVersions(before), withoutVersions(after));
}

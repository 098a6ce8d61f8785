/** Recognizes updates with which controllers delete objects. They need no permissions besides those of their verb. */

import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { equalMembers } from "../../base/json-tree.ts";
import type { ApiObject } from "../object-meta.ts";

const ownershipMembers = ["ownerReferences", "finalizers", "managedFields", "selfLink"];

/** Whether an update changes at most owner references, finalizers and field managers. */
export function changesOnlyOwnership(object: DeepReadonly<ApiObject>, old: DeepReadonly<ApiObject>): boolean {
  const { metadata, ...content } = object;
  const { metadata: oldMetadata, ...oldContent } = old;
  return (
    equalMembers(withoutEmpty(content), withoutEmpty(oldContent)) &&
    equalMembers(withoutEmpty(metadata), withoutEmpty(oldMetadata), ownershipMembers)
  );
}

/** As in the reference, empty lists and maps are equal to missing ones. */
function withoutEmpty(members: object): ReadonlyJsonObject {
  const isEmpty = (value: unknown): boolean =>
    value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !isEmpty(value))) as ReadonlyJsonObject;
}

/** Removes repeated owner references from objects. */
import { stringifyJson } from "../../codec/index.ts";
import type { ApiObject, OwnerReference } from "../../meta/object-meta.ts";

/**
 * Removes repeated owner references, and warns the client about them.
 * @param object decoded, so that equal references have equal JSON
 * @param options.afterAdmission whether admission plugins have run, which could have added the repetition
 */
export function dedupeOwnerReferences(
  object: ApiObject,
  warn: (message: string) => void,
  options: { readonly afterAdmission: boolean },
): void {
  const owners = object.metadata.ownerReferences;
  if (!owners || owners.length < 2) return;
  const ownerByJson = new Map<string, OwnerReference>();
  const repeatedUids: string[] = [];
  for (const owner of owners) {
    const text = stringifyJson(owner);
    if (ownerByJson.has(text)) repeatedUids.push(owner.uid);
    else ownerByJson.set(text, owner);
  }
  if (repeatedUids.length === 0) return;
  object.metadata.ownerReferences = [...ownerByJson.values()];
  const suffix = options.afterAdmission ? " after mutating admission happens" : "";
  warn(
    `.metadata.ownerReferences contains duplicate entries${suffix}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${repeatedUids.join(", ")}`,
  );
}

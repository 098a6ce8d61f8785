/** Finds the resource of a key in the store. */
import { builtinKinds } from "../../api/builtin.ts";
import type { GroupResource } from "../../meta/group-version.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";

/** Spelling of a cluster's keys. */
export interface KeySpelling {
  readonly vocabulary: Vocabulary;
  /** Prefix of all keys, such as `/registry`. */
  readonly keyPrefix: string;
}

/**
 * Returns a function that finds the resource of a key. Custom types have keys that begin with their group and plural. Undefined
 * for keys that are no objects, such as those of claims.
 */
export function resourceOfKey({ vocabulary, keyPrefix }: KeySpelling): (key: string) => GroupResource | undefined {
  const builtin = builtinResources(vocabulary);
  const custom = new Map<string, GroupResource>();
  const start = keyPrefix.length + 1;
  return (key) => {
    const firstEnd = key.indexOf("/", start);
    if (firstEnd < 0) return undefined;
    const first = key.slice(start, firstEnd);
    const known = builtin.get(first);
    if (known) return known;
    const secondEnd = key.indexOf("/", firstEnd + 1);
    if (secondEnd < 0) return undefined;
    const both = key.slice(start, secondEnd);
    const found = builtin.get(both) ?? custom.get(both);
    if (found || !first.includes(".")) return found;
    const resource = { group: first, resource: key.slice(firstEnd + 1, secondEnd) };
    custom.set(both, resource);
    return resource;
  };
}

/** Returns the stored resources by the prefix of their keys. If groups share objects, they belong to the group without a name. */
function builtinResources(vocabulary: Vocabulary): ReadonlyMap<string, GroupResource> {
  const resources = new Map<string, GroupResource>();
  for (const { isStored, storage, group, plural } of builtinKinds) {
    if (!isStored) continue;
    const prefix = vocabulary.bind(storage.prefix);
    const groupName = vocabulary.bind(group);
    if (groupName === "" || !resources.has(prefix)) resources.set(prefix, { group: groupName, resource: plural });
  }
  return resources;
}

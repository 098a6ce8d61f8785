/** Sorts members as the reference writes them in objects that a patch accesses. */
import { compareText } from "../base/compare-text.ts";
import type { JsonObject } from "../base/json-object.ts";
import { setOwn } from "../base/own-property.ts";

/** Returns a new object with these members, sorted by name. */
export function sortedMembers(members: Iterable<readonly [string, unknown]>): JsonObject {
  const sorted: JsonObject = {};
  for (const [name, value] of [...members].sort(([one], [other]) => compareText(one, other))) {
    setOwn(sorted, name, value);
  }
  return sorted;
}

/** Sorts the members of `object` in place, so that existing references to it remain valid. */
export function sortMembersInPlace(object: JsonObject): void {
  const members = Object.entries(sortedMembers(Object.entries(object)));
  for (const [name] of members) delete object[name];
  for (const [name, value] of members) setOwn(object, name, value);
}

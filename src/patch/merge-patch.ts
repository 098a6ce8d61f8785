/** JSON merge patch (RFC 7386). */
import { setOwn } from "../base/own-property.ts";
import { isJsonObject, type JsonObject, ownMember } from "./json-object.ts";

/**
 * The target with the members of `patch`, less those that it sets to null. A patch that is no object replaces the
 * target whole, and so does any list in it. Neither input is changed; the result shares parts with both, so it is to
 * be treated as immutable. Recurses as deep as the patch nests.
 */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const result: JsonObject = isJsonObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else setOwn(result, name, applyMergePatch(ownMember(result, name), value));
  }
  return result;
}

/** Patches that convert one object to another. */
import { isJsonObject } from "../../src/base/json-object.ts";
import { equalJson } from "../../src/base/json-tree.ts";
import type { Json } from "../suite.ts";

/** Returns the JSON pointer of a path. */
export function jsonPointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Returns the merge patch that converts `before` to `after`. Undefined if they are equal. */
export function mergeDifference(before: unknown, after: unknown): Json {
  if (equalJson(before, after)) return undefined;
  if (!isJsonObject(before) || !isJsonObject(after)) return after;
  const members = memberNames(before, after).map((name) => [
    name,
    name in after ? mergeDifference(before[name], after[name]) : null,
  ]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** Returns the JSON patch that converts `before` to `after`, member by member. Lists are replaced as a whole. */
export function jsonDifference(before: unknown, after: unknown, path: readonly string[] = []): readonly Json[] {
  if (equalJson(before, after)) return [];
  if (!isJsonObject(before) || !isJsonObject(after)) {
    return [{ op: "replace", path: jsonPointer(path), value: after ?? null }];
  }
  return memberNames(before, after).flatMap((name) => {
    const inner = [...path, name];
    if (!(name in after)) return [{ op: "remove", path: jsonPointer(inner) }];
    return name in before
      ? jsonDifference(before[name], after[name], inner)
      : [{ op: "add", path: jsonPointer(inner), value: after[name] }];
  });
}

function memberNames(before: object, after: object): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}

/** Access to values at dot-separated paths of plain objects. Definitions of custom types contain paths with arbitrary names. */
import type { JsonObject } from "./json-object.ts";
import { getOwn, setOwn } from "./own-property.ts";

/** Returns the value at `path`. Undefined if a part of the path does not exist. Ignores inherited members. */
export function valueAt(object: object, path: string): unknown {
  let value: unknown = object;
  for (const step of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = getOwn(value as JsonObject, step);
  }
  return value;
}

/**
 * Sets the value at `path` and creates missing objects on the path. Undefined removes the last member of the path. Never changes
 * an inherited object, such as that of the path `__proto__.name`.
 */
export function setValueAt(object: object, path: string, value: unknown): void {
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  let parent = object as JsonObject;
  for (const step of steps) {
    const next = getOwn(parent, step);
    if (typeof next === "object" && next !== null) {
      parent = next as JsonObject;
    } else if (value === undefined) {
      return;
    } else {
      const made: JsonObject = {};
      setOwn(parent, step, made);
      parent = made;
    }
  }
  if (value === undefined) delete parent[last];
  else setOwn(parent, last, value);
}

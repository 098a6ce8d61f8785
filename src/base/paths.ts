/** Access to values at dot-separated paths of plain objects. Paths come from declarations, never from clients. */
import type { JsonObject } from "./json-object.ts";

/** Returns the value at `path`. Undefined if a part of the path does not exist. */
export function valueAt(object: object, path: string): unknown {
  let value: unknown = object;
  for (const step of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as JsonObject)[step];
  }
  return value;
}

/** Sets the value at `path` and creates missing objects on the path. Undefined removes the last member of the path. */
export function setValueAt(object: object, path: string, value: unknown): void {
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  let parent = object as JsonObject;
  for (const step of steps) {
    const next = parent[step];
    if (typeof next === "object" && next !== null) {
      parent = next as JsonObject;
    } else if (value === undefined) {
      return;
    } else {
      const made: JsonObject = {};
      parent[step] = made;
      parent = made;
    }
  }
  if (value === undefined) delete parent[last];
  else parent[last] = value;
}

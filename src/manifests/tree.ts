/** Edits of plain objects that keep the order in which their members were written. */
import { isJsonObject } from "../base/json-object.ts";
import { setOwn } from "../base/own-property.ts";

// Manifests are whatever somebody wrote: what is looked at is checked first.
export type Tree = Record<string, unknown>;

/** The object at `name`; undefined where there is something else, or nothing. */
export function treeAt(tree: Tree | undefined, ...path: readonly string[]): Tree | undefined {
  let found: unknown = tree;
  for (const name of path) found = isJsonObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  return isJsonObject(found) ? found : undefined;
}

/** The objects in the list at `name`; nothing else that stands there. */
export function treesAt(tree: Tree | undefined, name: string): readonly Tree[] {
  const list = tree?.[name];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

export function textAt(tree: Tree | undefined, name: string): string | undefined {
  const value = tree?.[name];
  return typeof value === "string" ? value : undefined;
}

/** The object at `name`, which is made at the end where there is none. */
export function ensureTree(tree: Tree, name: string): Tree {
  const found = tree[name];
  if (isJsonObject(found)) return found;
  const made: Tree = {};
  setOwn(tree, name, made);
  return made;
}

/** Puts `replacement` in the place of the member `name`. */
export function replace(tree: Tree, name: string, replacement: Tree): void {
  const members = Object.entries(tree);
  for (const [key] of members) delete tree[key];
  for (const [key, value] of members) {
    if (key === name) for (const [newKey, newValue] of Object.entries(replacement)) setOwn(tree, newKey, newValue);
    else if (!Object.hasOwn(replacement, key)) setOwn(tree, key, value);
  }
}

/** Gives the member `from` another name, and perhaps another value; nothing happens where there is none. */
export function rename(tree: Tree | undefined, from: string, to: string, change = (value: unknown) => value): void {
  if (tree && Object.hasOwn(tree, from)) replace(tree, from, { [to]: change(tree[from]) });
}

/** Takes a member out. @returns what it was */
export function take(tree: Tree | undefined, name: string): unknown {
  if (!tree || !Object.hasOwn(tree, name)) return undefined;
  const value = tree[name];
  delete tree[name];
  return value;
}

export function isUnset(value: unknown): boolean {
  return value === undefined || value === null;
}

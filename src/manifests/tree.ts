/** Edits plain objects without changing the order of their members. */
import { isJsonObject } from "../base/json-object.ts";
import { setOwn } from "../base/own-property.ts";

/** A part of a manifest. Manifests may contain anything, so every access checks the type. */
export type Tree = Record<string, unknown>;

/** Returns the object at a path of names. Undefined if there is none. */
export function treeAt(tree: Tree | undefined, ...path: readonly string[]): Tree | undefined {
  let found: unknown = tree;
  for (const name of path) found = isJsonObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  return isJsonObject(found) ? found : undefined;
}

/** Returns the objects of the list `name`. Other items are skipped. */
export function treesAt(tree: Tree | undefined, name: string): readonly Tree[] {
  const list = tree?.[name];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** Returns the string `name`. Undefined if it is not a string. */
export function textAt(tree: Tree | undefined, name: string): string | undefined {
  const value = tree?.[name];
  return typeof value === "string" ? value : undefined;
}

/** Returns the object `name`. If there is none, it is appended. */
export function ensureTree(tree: Tree, name: string): Tree {
  const found = tree[name];
  if (isJsonObject(found)) return found;
  const made: Tree = {};
  setOwn(tree, name, made);
  return made;
}

/** Replaces the member `name` by the members of `replacement`, in the same position. */
export function replaceMember(tree: Tree, name: string, replacement: Tree): void {
  const members = Object.entries(tree);
  for (const [key] of members) delete tree[key];
  for (const [key, value] of members) {
    if (key === name) for (const [newKey, newValue] of Object.entries(replacement)) setOwn(tree, newKey, newValue);
    else if (!Object.hasOwn(replacement, key)) setOwn(tree, key, value);
  }
}

/** Renames the member `from`, and optionally changes its value. Does nothing if it does not exist. */
export function renameMember(
  tree: Tree | undefined,
  from: string,
  to: string,
  change = (value: unknown) => value,
): void {
  if (tree && Object.hasOwn(tree, from)) replaceMember(tree, from, { [to]: change(tree[from]) });
}

/** Deletes the member `name`. @returns its previous value, or undefined if there was none */
export function removeMember(tree: Tree | undefined, name: string): unknown {
  if (!tree || !Object.hasOwn(tree, name)) return undefined;
  const value = tree[name];
  delete tree[name];
  return value;
}

/** Whether a value is undefined or null. */
export function isUnset(value: unknown): boolean {
  return value === undefined || value === null;
}

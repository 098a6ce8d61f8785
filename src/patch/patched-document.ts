/**
 * A JSON document during the application of a JSON patch. The original document is not changed. A container is copied
 * when an operation first accesses it. The copy is owned: it occurs once in the document and is changed in place.
 *
 * The reference sorts the members of objects that an operation accesses. Messages and warnings show this order, so
 * `finish()` sorts the same objects.
 */

import { isJsonList, isJsonObject, type JsonObject } from "../base/json-object.ts";
import { getOwn, setOwn } from "../base/own-property.ts";
import { insertionIndex, itemIndex, type JsonPointer, showPointer } from "./json-pointer.ts";
import type { PatchLimits } from "./limits.ts";
import { PatchError } from "./patch-error.ts";
import { sortedMembers, sortMembersInPlace } from "./sorted-members.ts";

type Container = unknown[] | JsonObject;

/**
 * A document that operations change. A method with a path throws PatchError "unappliable" if a container on the path
 * does not exist.
 */
export class PatchedDocument {
  #root: unknown;
  readonly #limits: PatchLimits;
  readonly #owned = new Set<unknown>();
  /** Objects that were accessed and are no longer owned, because `copy` put them in a second place. */
  readonly #formerlyOwned = new Set<JsonObject>();
  #copiedBytes = 0;
  #shiftedItems = 0;

  constructor(root: unknown, limits: PatchLimits) {
    this.#root = root;
    this.#limits = limits;
  }

  /** Returns the whole document, which the caller must not change. No other method may be called afterwards. */
  finish(): unknown {
    if (isJsonObject(this.#root)) this.#ownRoot([]);
    for (const object of this.#formerlyOwned) sortMembersInPlace(object);
    return this.#sorted(this.#root, this.#limits.resultDepthMax);
  }

  /** Returns the value at `path`. Undefined if the containing object has no such member. */
  find(path: JsonPointer): unknown {
    const name = path.at(-1);
    return name === undefined ? this.#root : memberOf(this.#parentOf(path), name, path);
  }

  /** Marks the value at `path` and everything inside it as accessed, as the reference's comparison does. */
  markAccessed(path: JsonPointer): void {
    const name = path.at(-1);
    if (name === undefined) this.#root = this.#markAllAccessed(this.#root);
    else {
      const parent = this.#parentOf(path);
      setMember(parent, name, this.#markAllAccessed(memberOf(parent, name, path)));
    }
  }

  /** Inserts an item into an array, sets a member of an object, or replaces the whole document. */
  add(path: JsonPointer, value: unknown): void {
    const name = path.at(-1);
    if (name === undefined) {
      this.#root = value;
      return;
    }
    const parent = this.#parentOf(path);
    if (!isJsonList(parent)) return setOwn(parent, name, value);
    const index = insertionIndex(parent, name);
    this.#countShifted(parent.length - index);
    parent.splice(index, 0, value);
  }

  /** Sets an item or a member. As in the reference, the member need not exist. */
  replace(path: JsonPointer, value: unknown): void {
    const name = path.at(-1);
    if (name === undefined) this.#root = value;
    else setMember(this.#parentOf(path), name, value);
  }

  /**
   * Removes a value from the document and returns it.
   * @throws PatchError "unappliable" if it does not exist or is the whole document
   */
  remove(path: JsonPointer): unknown {
    const name = path.at(-1);
    if (name === undefined) throw new PatchError("unappliable", "the whole document cannot be removed");
    const parent = this.#parentOf(path);
    const value = memberOf(parent, name, path);
    if (value === undefined) throw missingValue(path);
    if (!isJsonList(parent)) delete parent[name];
    else {
      const index = itemIndex(parent, name);
      this.#countShifted(parent.length - index);
      parent.splice(index, 1);
    }
    return value;
  }

  /**
   * Adds the value at `from` at `path` as well. As in the reference, a missing member is copied as null.
   * @throws PatchError "too-large" if all copies together exceed `copiedBytesMax`
   */
  copy(from: JsonPointer, path: JsonPointer): void {
    this.find(from);
    // The reference accesses the destination before it copies. This changes the result if the copy contains the
    // destination.
    if (path.length > 0) this.#parentOf(path);
    const value = this.find(from) ?? null;
    this.#share(value, this.#limits.resultDepthMax);
    this.add(path, value);
  }

  /** Returns the container of the last token of `path`. Copies all containers on the path that are not owned yet. */
  #parentOf(path: JsonPointer): Container {
    let container = this.#ownRoot(path);
    for (const token of path.slice(0, -1)) {
      const child = this.#own(memberOf(container, token, path), path);
      setMember(container, token, child);
      container = child;
    }
    return container;
  }

  /**
   * Returns an owned container whose objects have sorted members. Owned containers occur once, and only in owned ones, so new objects
   * can replace them. V8 reads and writes these faster than objects whose members were deleted and set again.
   */
  #sorted(value: unknown, depthLeft: number): unknown {
    if (!this.#owned.has(value)) return value;
    if (depthLeft === 0) throw new PatchError("too-large", "objects and lists are nested too deeply");
    if (!isJsonList(value)) {
      const members = Object.entries(value as JsonObject);
      return sortedMembers(members.map(([name, member]) => [name, this.#sorted(member, depthLeft - 1)]));
    }
    const list = value as unknown[];
    for (const [index, item] of list.entries()) list[index] = this.#sorted(item, depthLeft - 1);
    return list;
  }

  #ownRoot(path: JsonPointer): Container {
    const root = this.#own(this.#root, path);
    this.#root = root;
    return root;
  }

  #markAllAccessed(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    const container = this.#own(value, []);
    for (const [token, child] of Object.entries(container)) setMember(container, token, this.#markAllAccessed(child));
    return container;
  }

  #own(value: unknown, path: JsonPointer): Container {
    if (this.#owned.has(value)) return value as Container;
    const copy = isJsonList(value) ? [...value] : isJsonObject(value) ? { ...value } : undefined;
    if (!copy) throw missingValue(path);
    this.#owned.add(copy);
    return copy;
  }

  /**
   * Prepares a value for a second place in the document: counts its bytes, and ends the ownership of its containers, so
   * that they are not changed in place.
   */
  #share(value: unknown, depthLeft: number): void {
    this.#copiedBytes += jsonBytesWithoutChildren(value);
    if (this.#copiedBytes > this.#limits.copiedBytesMax) {
      throw new PatchError("too-large", `copies of more than ${this.#limits.copiedBytesMax} bytes`);
    }
    if (depthLeft < 0) throw new PatchError("too-large", "a copy of too deep a value");
    if (typeof value !== "object" || value === null) return;
    if (this.#owned.delete(value) && isJsonObject(value)) this.#formerlyOwned.add(value);
    for (const child of Object.values(value) as unknown[]) this.#share(child, depthLeft - 1);
  }

  #countShifted(items: number): void {
    this.#shiftedItems += items;
    if (this.#shiftedItems > this.#limits.shiftedItemsMax) {
      throw new PatchError("too-large", `more than ${this.#limits.shiftedItemsMax} array items shifted`);
    }
  }
}

function memberOf(container: unknown, token: string, path: JsonPointer): unknown {
  if (isJsonList(container)) return container[itemIndex(container, token)];
  if (isJsonObject(container)) return getOwn(container, token);
  throw missingValue(path);
}

function setMember(container: Container, token: string, value: unknown): void {
  if (isJsonList(container)) container[itemIndex(container, token)] = value;
  else setOwn(container, token, value);
}

function missingValue(path: JsonPointer): PatchError {
  return new PatchError("unappliable", `there is nothing at ${showPointer(path)}`);
}

/** Returns the length of a value's JSON without the values inside it. */
function jsonBytesWithoutChildren(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(JSON.stringify(value));
  if (isJsonList(value)) return Math.max(2, value.length + 1);
  if (!isJsonObject(value)) return String(value).length;
  const names = Object.keys(value);
  const punctuation = names.length * 2 + 1;
  return names.reduce((bytes, name) => bytes + Buffer.byteLength(JSON.stringify(name)), Math.max(2, punctuation));
}

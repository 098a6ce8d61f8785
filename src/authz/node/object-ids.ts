/**
 * Numbers that stand for the objects of the graph. Many Pods refer to the same object, and a number takes less memory than
 * its name. A number is free again when its last user has released it.
 */
import { assert } from "../../base/assert.ts";

/** Numbers for names. */
export class ObjectIds {
  readonly #idByName = new Map<string, number>();
  readonly #nameById: string[] = [];
  readonly #usersById: number[] = [];
  readonly #freeIds: number[] = [];

  /** The number of names that have an id. */
  get size(): number {
    return this.#idByName.size;
  }

  /** Returns the id of a name, and counts the caller as a user. Each call needs one call of `release`. */
  acquire(name: string): number {
    const known = this.#idByName.get(name);
    if (known !== undefined) {
      this.#usersById[known] = this.#usersOf(known) + 1;
      return known;
    }
    const id = this.#freeIds.pop() ?? this.#nameById.length;
    this.#idByName.set(name, id);
    this.#nameById[id] = name;
    this.#usersById[id] = 1;
    return id;
  }

  /** Returns the id of a name, or undefined if it has no user. */
  find(name: string): number | undefined {
    return this.#idByName.get(name);
  }

  /** Ends one use of an id. */
  release(id: number): void {
    const users = this.#usersOf(id) - 1;
    this.#usersById[id] = users;
    if (users > 0) return;
    this.#idByName.delete(this.#nameById[id] ?? "");
    this.#nameById[id] = "";
    this.#freeIds.push(id);
  }

  #usersOf(id: number): number {
    const users = this.#usersById[id] ?? 0;
    assert(users > 0, "an id is used before it is released");
    return users;
  }
}

/** Counts the watches that receive the event of a write. */

/** The objects that a watch or a write concerns. Names are empty for all namespaces or all objects. */
export interface WatchedObjects {
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

/** Number of watches by the objects that they watch. */
export class WatchCounts {
  readonly #counts = new Map<string, number>();

  /** Counts a watch. */
  add(objects: WatchedObjects): void {
    const key = keyOf(objects);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** Removes a watch that was counted. */
  remove(objects: WatchedObjects): void {
    const key = keyOf(objects);
    const count = (this.#counts.get(key) ?? 0) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }

  /** Returns the number of watches of an object that is written. */
  ofWrite({ group, resource, namespace, name }: WatchedObjects): number {
    if (this.#counts.size === 0) return 0;
    let count = this.#count({ group, resource, namespace: "", name: "" });
    if (namespace !== "") count += this.#count({ group, resource, namespace, name: "" });
    if (name !== "") count += this.#count({ group, resource, namespace, name });
    return count;
  }

  #count(objects: WatchedObjects): number {
    return this.#counts.get(keyOf(objects)) ?? 0;
  }
}

/** No part contains a slash. */
function keyOf({ group, resource, namespace, name }: WatchedObjects): string {
  return `${group}/${resource}/${namespace}/${name}`;
}

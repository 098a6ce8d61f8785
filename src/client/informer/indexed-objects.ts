/**
 * Objects by key, and by what indexes say of them. Objects are held, not copied: whoever is given one must not change it.
 */

import type { ApiObject } from "../../meta/object-meta.ts";
import { objectKey } from "./object-key.ts";

/** Under which values an object is found. It depends on nothing but the object. */
export type IndexFunction<T> = (object: T) => readonly string[];

/** Index functions by the names under which a lister is asked. */
export type Indexes<T> = Readonly<Record<string, IndexFunction<T>>>;

/** There in every store. */
export const namespaceIndex = "namespace";

interface Index<T> {
  readonly valuesOf: IndexFunction<T>;
  readonly places: Map<string, Map<string, T>>;
}

const nothing: readonly string[] = [];

export class IndexedObjects<T extends ApiObject> {
  readonly #objects = new Map<string, T>();
  readonly #indexes = new Map<string, Index<T>>();
  readonly #onError: (error: unknown) => void;

  /** @param onError told when an index function throws; the object is then not found by that index */
  constructor(indexes: Indexes<T>, onError: (error: unknown) => void) {
    this.#onError = onError;
    const byNamespace: IndexFunction<T> = ({ metadata }) => (metadata.namespace ? [metadata.namespace] : nothing);
    for (const [name, valuesOf] of [[namespaceIndex, byNamespace] as const, ...Object.entries(indexes)]) {
      this.#indexes.set(name, { valuesOf, places: new Map() });
    }
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  entries(): IterableIterator<[string, T]> {
    return this.#objects.entries();
  }

  values(): IterableIterator<T> {
    return this.#objects.values();
  }

  /** @throws RangeError when there is no such index */
  byIndex(name: string, value: string): Iterable<T> {
    const index = this.#indexes.get(name);
    if (!index) throw new RangeError(`there is no index ${name}, only ${[...this.#indexes.keys()].join(", ")}`);
    return index.places.get(value)?.values() ?? [];
  }

  /** Adds the object, or puts it in the place of the one with its key. */
  set(object: T): void {
    const key = objectKey(object);
    const former = this.#objects.get(key);
    this.#objects.set(key, object);
    for (const index of this.#indexes.values()) {
      const values = this.#valuesOf(index, object);
      if (former) this.#remove(index, key, former, values);
      for (const value of values) place(index.places, value).set(key, object);
    }
  }

  delete(key: string): void {
    const former = this.#objects.get(key);
    if (!former) return;
    this.#objects.delete(key);
    for (const index of this.#indexes.values()) this.#remove(index, key, former, nothing);
  }

  /** @param kept values where the object stays */
  #remove({ valuesOf, places }: Index<T>, key: string, former: T, kept: readonly string[]): void {
    for (const value of valuesOrNone(valuesOf, former)) {
      if (kept.includes(value)) continue;
      const there = places.get(value);
      there?.delete(key);
      if (there?.size === 0) places.delete(value);
    }
  }

  #valuesOf({ valuesOf }: Index<T>, object: T): readonly string[] {
    return valuesOrNone(valuesOf, object, this.#onError);
  }
}

/** One object that an index cannot read must not keep all others from being known. */
function valuesOrNone<T>(valuesOf: IndexFunction<T>, object: T, onError?: (error: unknown) => void): readonly string[] {
  try {
    return valuesOf(object);
  } catch (error) {
    onError?.(error);
    return nothing;
  }
}

function place<T>(places: Map<string, Map<string, T>>, value: string): Map<string, T> {
  let there = places.get(value);
  if (!there) {
    there = new Map();
    places.set(value, there);
  }
  return there;
}

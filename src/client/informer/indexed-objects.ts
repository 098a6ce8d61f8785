/**
 * Objects by key, and by the values of index functions. The objects are shared, not copied: callers must not change
 * them.
 */

import type { ApiObject } from "../../meta/object-meta.ts";
import { objectKey } from "./object-key.ts";

/** Returns the values under which `byIndex` finds an object. The result must depend only on the object. */
export type IndexFunction<T> = (object: T) => readonly string[];

/** Index functions by index name. */
export type Indexes<T> = Readonly<Record<string, IndexFunction<T>>>;

/** Name of the index by namespace, which every store has. */
export const namespaceIndex = "namespace";

interface Index<T> {
  readonly valuesOf: IndexFunction<T>;
  readonly objectsByValue: Map<string, Map<string, T>>;
}

const noValues: readonly string[] = [];

/** A map of objects with indexes that are kept up to date. */
export class IndexedObjects<T extends ApiObject> {
  readonly #objects = new Map<string, T>();
  readonly #indexes = new Map<string, Index<T>>();
  readonly #onError: (error: unknown) => void;

  /** @param onError receives the errors of index functions; `byIndex` does not find such an object */
  constructor(indexes: Indexes<T>, onError: (error: unknown) => void) {
    this.#onError = onError;
    const byNamespace: IndexFunction<T> = ({ metadata }) => (metadata.namespace ? [metadata.namespace] : noValues);
    for (const [name, valuesOf] of [[namespaceIndex, byNamespace] as const, ...Object.entries(indexes)]) {
      this.#indexes.set(name, { valuesOf, objectsByValue: new Map() });
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

  /**
   * Returns the objects for which the index function returned `value`. @throws RangeError if the index does not exist
   */
  byIndex(name: string, value: string): Iterable<T> {
    const index = this.#indexes.get(name);
    if (!index) throw new RangeError(`there is no index ${name}, only ${[...this.#indexes.keys()].join(", ")}`);
    return index.objectsByValue.get(value)?.values() ?? [];
  }

  /** Adds the object, or replaces the one with the same key. */
  set(object: T): void {
    const key = objectKey(object);
    const previous = this.#objects.get(key);
    this.#objects.set(key, object);
    for (const index of this.#indexes.values()) {
      const values = this.#valuesOf(index, object);
      if (previous) this.#remove(index, key, previous, values);
      for (const value of values) bucketOf(index.objectsByValue, value).set(key, object);
    }
  }

  delete(key: string): void {
    const previous = this.#objects.get(key);
    if (!previous) return;
    this.#objects.delete(key);
    for (const index of this.#indexes.values()) this.#remove(index, key, previous, noValues);
  }

  /** @param keptValues index values that the new state of the object shares */
  #remove({ valuesOf, objectsByValue }: Index<T>, key: string, previous: T, keptValues: readonly string[]): void {
    for (const value of valuesOrNone(valuesOf, previous)) {
      if (keptValues.includes(value)) continue;
      const bucket = objectsByValue.get(value);
      bucket?.delete(key);
      if (bucket?.size === 0) objectsByValue.delete(value);
    }
  }

  #valuesOf({ valuesOf }: Index<T>, object: T): readonly string[] {
    return valuesOrNone(valuesOf, object, this.#onError);
  }
}

/**
 * Returns no values if the index function throws, so that one faulty object does not prevent the others from being
 * indexed.
 */
function valuesOrNone<T>(valuesOf: IndexFunction<T>, object: T, onError?: (error: unknown) => void): readonly string[] {
  try {
    return valuesOf(object);
  } catch (error) {
    onError?.(error);
    return noValues;
  }
}

function bucketOf<T>(objectsByValue: Map<string, Map<string, T>>, value: string): Map<string, T> {
  let bucket = objectsByValue.get(value);
  if (!bucket) {
    bucket = new Map();
    objectsByValue.set(value, bucket);
  }
  return bucket;
}

/**
 * Objects in the order of their keys, in a copy-on-write B-tree. A clone shares all nodes with the original, and later
 * writes copy only the nodes on the path to the changed key. So every list and every kept state is a snapshot that
 * needs little memory.
 */
import sortedBtree from "sorted-btree";
import { bulkLoad } from "sorted-btree/extended/bulkLoad.js";
import { prefixEnd } from "../base/bytes.ts";
import { compareKeys } from "../storage/index.ts";
import type { CachedObject } from "./cached-object.ts";

const Tree = sortedBtree.default;
/** The library's default. It must be passed explicitly to `bulkLoad`. */
const nodeEntriesMax = 32;

const noKeys: ReadonlySet<string> = new Set();

/** A read-only state of a resource. */
export interface ObjectView {
  readonly size: number;
  get(key: string): CachedObject | undefined;
  /** Yields the objects whose key starts with `prefix` and is greater than `after`, in the order of their keys. */
  iterate(prefix: string, after?: string): IterableIterator<CachedObject>;
  /** Returns how many objects `iterate` would yield. */
  count(prefix: string, after?: string): number;
}

/** All objects of a resource, by key. */
export class ObjectTree implements ObjectView {
  readonly #tree: InstanceType<typeof Tree<string, CachedObject>>;
  /** Keys of the objects that cannot be read. Clones share this set, so each change makes a new one. */
  #unreadable: ReadonlySet<string>;

  /** Private, because compilers of users resolve the type of the tree in different ways. */
  private constructor(tree: InstanceType<typeof Tree<string, CachedObject>>, unreadable: ReadonlySet<string>) {
    this.#tree = tree;
    this.#unreadable = unreadable;
  }

  static empty(): ObjectTree {
    return new ObjectTree(new Tree<string, CachedObject>(undefined, compareKeys, nodeEntriesMax), noKeys);
  }

  /**
   * Returns a tree of these objects. Takes a tenth of the time of setting them one by one. See docs/performance.md,
   * "Optimizations": reading 100,000 objects.
   * @param objects in the order of their keys, without duplicate keys
   */
  static of(objects: CachedObject[]): ObjectTree {
    const keys = objects.map(({ key }) => key);
    const unreadable = objects.filter((object) => object.unreadable).map(({ key }) => key);
    return new ObjectTree(bulkLoad(keys, objects, nodeEntriesMax, compareKeys), new Set(unreadable));
  }

  get size(): number {
    return this.#tree.size;
  }

  get(key: string): CachedObject | undefined {
    return this.#tree.get(key);
  }

  /** The keys of the objects that cannot be read. */
  get unreadableKeys(): ReadonlySet<string> {
    return this.#unreadable;
  }

  set(object: CachedObject): void {
    this.#tree.set(object.key, object);
    if (object.unreadable) this.#unreadable = new Set([...this.#unreadable, object.key]);
    else this.#markReadable(object.key);
  }

  delete(key: string): void {
    this.#tree.delete(key);
    this.#markReadable(key);
  }

  #markReadable(key: string): void {
    if (!this.#unreadable.has(key)) return;
    this.#unreadable = new Set([...this.#unreadable].filter((one) => one !== key));
  }

  /** Returns a copy of the tree. Later changes of one do not affect the other. */
  copy(): ObjectTree {
    return new ObjectTree(this.#tree.clone(), this.#unreadable);
  }

  *iterate(prefix: string, after?: string): IterableIterator<CachedObject> {
    for (const [key, object] of this.#tree.entries(firstKey(prefix, after), [])) {
      if (!key.startsWith(prefix)) return;
      if (key !== after) yield object;
    }
  }

  count(prefix: string, after?: string): number {
    if (prefix === "" && after === undefined) return this.#tree.size;
    const low = firstKey(prefix, after);
    const high = prefix === "" ? this.#tree.maxKey() : prefixEnd(prefix);
    if (high === undefined) return 0;
    const found = this.#tree.forRange(low, high, prefix === "");
    return found - (after !== undefined && low === after && this.#tree.has(after) ? 1 : 0);
  }
}

function firstKey(prefix: string, after: string | undefined): string {
  return after !== undefined && compareKeys(after, prefix) > 0 ? after : prefix;
}

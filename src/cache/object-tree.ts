/**
 * Objects in key order, with clones that cost nothing: a clone shares all nodes, and later writes copy only the path
 * that they touch. That makes every list and every kept version a stable snapshot.
 */
import sortedBtree from "sorted-btree";
import { bulkLoad } from "sorted-btree/extended/bulkLoad.js";
import { prefixEnd } from "../base/bytes.ts";
import { compareKeys } from "../storage/index.ts";
import type { CachedObject } from "./cached-object.ts";

const Tree = sortedBtree.default;
/** What the library takes by default; building in bulk has to be told. */
const nodeEntriesMax = 32;

const none: ReadonlySet<string> = new Set();

/** The read half: what a snapshot offers. */
export interface ObjectView {
  readonly size: number;
  get(key: string): CachedObject | undefined;
  /** Objects whose key starts with `prefix` and is greater than `after`, in key order. */
  iterate(prefix: string, after?: string): IterableIterator<CachedObject>;
  /** How many objects `iterate` would give. */
  count(prefix: string, after?: string): number;
}

export class ObjectTree implements ObjectView {
  readonly #tree: InstanceType<typeof Tree<string, CachedObject>>;
  /** Keys of the objects that cannot be read. Copied before each change, because clones share it. */
  #unreadable: ReadonlySet<string>;

  constructor(
    tree = new Tree<string, CachedObject>(undefined, compareKeys, nodeEntriesMax),
    unreadable: ReadonlySet<string> = none,
  ) {
    this.#tree = tree;
    this.#unreadable = unreadable;
  }

  /** @param objects in the order of their keys, each key once. A tenth of the time that setting them one by one takes. */
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

  /** Returns the keys of the objects that cannot be read. */
  get unreadableKeys(): ReadonlySet<string> {
    return this.#unreadable;
  }

  set(object: CachedObject): void {
    this.#tree.set(object.key, object);
    if (object.unreadable) this.#unreadable = new Set([...this.#unreadable, object.key]);
    else this.#forgetUnreadable(object.key);
  }

  delete(key: string): void {
    this.#tree.delete(key);
    this.#forgetUnreadable(key);
  }

  #forgetUnreadable(key: string): void {
    if (!this.#unreadable.has(key)) return;
    this.#unreadable = new Set([...this.#unreadable].filter((one) => one !== key));
  }

  /** The tree as it is now; later changes of either do not show in the other. */
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

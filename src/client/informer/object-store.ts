/**
 * What an informer knows, for readers. A relist is gathered aside and takes the place of what was known in one step; what
 * has not changed in it stays the object that it was, so that two lists are not kept in memory where one will do.
 */
import { assert } from "../../base/assert.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { IndexedObjects, type Indexes, namespaceIndex } from "./indexed-objects.ts";
import { HandlerList, type ObjectHandler } from "./object-handler.ts";
import { objectKey } from "./object-key.ts";

/** Reads what is known, without a request. The objects are shared: they must not be changed. */
export interface Lister<T> {
  readonly size: number;
  /** @param key `namespace/name`, or `name` */
  get(key: string): Readonly<T> | undefined;
  /** All objects, or those of a namespace, in no order. */
  list(namespace?: string): Readonly<T>[];
  /** @throws RangeError when there is no such index */
  byIndex(index: string, value: string): Readonly<T>[];
}

export interface ObjectStoreOptions<T> {
  readonly indexes: Indexes<T>;
  /** Told what handlers and index functions throw. */
  readonly onError: (error: unknown) => void;
}

export class ObjectStore<T extends ApiObject> implements Lister<T> {
  readonly #options: ObjectStoreOptions<T>;
  readonly #handlers: HandlerList<T>;
  #known: IndexedObjects<T>;
  /** A list that is not complete yet. */
  #coming: IndexedObjects<T> | undefined;
  #isFilled = false;

  constructor(options: ObjectStoreOptions<T>) {
    this.#options = options;
    this.#handlers = new HandlerList(options.onError);
    this.#known = this.#empty();
  }

  get size(): number {
    return this.#known.size;
  }

  get(key: string): Readonly<T> | undefined {
    return this.#known.get(key);
  }

  list(namespace?: string): Readonly<T>[] {
    return namespace === undefined ? [...this.#known.values()] : this.byIndex(namespaceIndex, namespace);
  }

  byIndex(index: string, value: string): Readonly<T>[] {
    return [...this.#known.byIndex(index, value)];
  }

  /** Whether there has been a complete list. */
  get isFilled(): boolean {
    return this.#isFilled;
  }

  /** A handler that comes late is told at once of what is there. */
  addHandler(handler: ObjectHandler<T>): Disposable {
    const objects = this.#isFilled ? this.list() : [];
    const registration = this.#handlers.add(handler);
    for (const object of objects) {
      this.#handlers.callOne(registration, () => handler.added?.(object, { isInInitialList: true }));
    }
    return registration;
  }

  beginList(): void {
    this.#coming = this.#empty();
  }

  addListed(objects: readonly T[]): void {
    const coming = this.#listUnderWay();
    for (const object of objects) {
      const known = this.#known.get(objectKey(object));
      coming.set(known && isSameState(known, object) ? known : object);
    }
  }

  removeListed(object: T): void {
    this.#listUnderWay().delete(objectKey(object));
  }

  /** Readers see the new list from here on, and handlers are told in what it differs. */
  completeList(): void {
    const before = this.#known;
    const after = this.#listUnderWay();
    const isInInitialList = !this.#isFilled;
    this.#known = after;
    this.#coming = undefined;
    this.#isFilled = true;
    const tell = this.#handlers.round();
    for (const [key, object] of before.entries()) {
      if (isReplaced(object, after.get(key))) {
        tell((handler) => handler.deleted?.(object, { isLastKnownState: true }));
      }
    }
    for (const [key, object] of after.entries()) {
      const former = before.get(key);
      if (former === object) continue;
      if (former && !isReplaced(former, object)) tell((handler) => handler.updated?.(object, former));
      else tell((handler) => handler.added?.(object, { isInInitialList }));
    }
  }

  apply(object: T): void {
    const former = this.#known.get(objectKey(object));
    if (former && isSameState(former, object)) return;
    this.#known.set(object);
    const tell = this.#handlers.round();
    if (former && isReplaced(former, object)) tell((handler) => handler.deleted?.(former, { isLastKnownState: true }));
    if (former && !isReplaced(former, object)) tell((handler) => handler.updated?.(object, former));
    else tell((handler) => handler.added?.(object, { isInInitialList: false }));
  }

  /** @param object its last state, with the version of its deletion */
  remove(object: T): void {
    const key = objectKey(object);
    if (!this.#known.get(key)) return;
    this.#known.delete(key);
    this.#handlers.round()((handler) => handler.deleted?.(object, { isLastKnownState: false }));
  }

  #empty(): IndexedObjects<T> {
    return new IndexedObjects(this.#options.indexes, this.#options.onError);
  }

  #listUnderWay(): IndexedObjects<T> {
    assert(this.#coming, "no list has begun");
    return this.#coming;
  }
}

function isSameState({ metadata: one }: ApiObject, { metadata: other }: ApiObject): boolean {
  return one.resourceVersion !== undefined && one.resourceVersion === other.resourceVersion && one.uid === other.uid;
}

/** Whether an object is gone, perhaps with another one of its name there instead. */
function isReplaced({ metadata }: ApiObject, present: ApiObject | undefined): boolean {
  return present === undefined || present.metadata.uid !== metadata.uid;
}

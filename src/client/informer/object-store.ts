/**
 * The objects of an informer. A new list is collected separately and replaces the current objects in one step. Objects
 * that have not changed are not replaced, so that memory does not hold them twice.
 */
import { assert } from "../../base/assert.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { IndexedObjects, type Indexes, namespaceIndex } from "./indexed-objects.ts";
import { HandlerList, type ObjectHandler } from "./object-handler.ts";
import { objectKey } from "./object-key.ts";

/** Reads the informer's objects without a request. The objects are shared and must not be changed. */
export interface Lister<T> {
  /** Number of objects. */
  readonly size: number;
  /** Returns the object, or undefined if it does not exist. @param key `namespace/name`, or only `name` */
  get(key: string): Readonly<T> | undefined;
  /** Returns all objects, or those of one namespace, in no particular order. */
  list(namespace?: string): Readonly<T>[];
  /** Returns the objects with this value in an index. @throws RangeError if the index does not exist */
  byIndex(index: string, value: string): Readonly<T>[];
}

/** Options of the `ObjectStore` constructor. */
export interface ObjectStoreOptions<T> {
  readonly indexes: Indexes<T>;
  /** Receives the errors of handlers and index functions. */
  readonly onError: (error: unknown) => void;
}

/** Stores the objects of an informer and calls its handlers. */
export class ObjectStore<T extends ApiObject> implements Lister<T> {
  readonly #options: ObjectStoreOptions<T>;
  readonly #handlers: HandlerList<T>;
  #known: IndexedObjects<T>;
  /** The list that is being received. */
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

  /** Whether the first list is complete. */
  get isFilled(): boolean {
    return this.#isFilled;
  }

  /** Registers a handler. If the first list is complete, the handler is called immediately for every object. */
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

  /** Replaces the current objects by the list, and calls the handlers for the differences. */
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

  /** Removes a deleted object. @param object its last state, with the version of its deletion */
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

/** Whether the object was deleted, and possibly replaced by another one with the same name. */
function isReplaced({ metadata }: ApiObject, present: ApiObject | undefined): boolean {
  return present === undefined || present.metadata.uid !== metadata.uid;
}

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
  /**
   * Returns all objects, or those of one namespace, in no particular order.
   * @param namespace undefined for all namespaces
   */
  list(namespace?: string): Readonly<T>[];
  /**
   * Returns the objects with this value in an index.
   * @param index name of the index, such as `namespace`
   * @param value a value that the index function returned
   * @throws RangeError if the index does not exist
   */
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
  #objects: IndexedObjects<T>;
  /** The list that is being received. */
  #incoming: IndexedObjects<T> | undefined;
  #isFilled = false;

  constructor(options: ObjectStoreOptions<T>) {
    this.#options = options;
    this.#handlers = new HandlerList(options.onError);
    this.#objects = this.#empty();
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: string): Readonly<T> | undefined {
    return this.#objects.get(key);
  }

  list(namespace?: string): Readonly<T>[] {
    return namespace === undefined ? [...this.#objects.values()] : this.byIndex(namespaceIndex, namespace);
  }

  byIndex(index: string, value: string): Readonly<T>[] {
    return [...this.#objects.byIndex(index, value)];
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
    this.#incoming = this.#empty();
  }

  addListed(objects: readonly T[]): void {
    const incoming = this.#incomingList();
    for (const object of objects) {
      const known = this.#objects.get(objectKey(object));
      incoming.set(known && isSameState(known, object) ? known : object);
    }
  }

  removeListed(object: T): void {
    this.#incomingList().delete(objectKey(object));
  }

  /** Replaces the current objects by the list, and calls the handlers for the differences. */
  completeList(): void {
    const before = this.#objects;
    const after = this.#incomingList();
    const isInInitialList = !this.#isFilled;
    this.#objects = after;
    this.#incoming = undefined;
    this.#isFilled = true;
    const callHandlers = this.#handlers.snapshot();
    for (const [key, object] of before.entries()) {
      if (isReplaced(object, after.get(key))) {
        callHandlers((handler) => handler.deleted?.(object, { isLastKnownState: true }));
      }
    }
    for (const [key, object] of after.entries()) {
      const previous = before.get(key);
      if (previous === object) continue;
      if (previous && !isReplaced(previous, object)) callHandlers((handler) => handler.updated?.(object, previous));
      else callHandlers((handler) => handler.added?.(object, { isInInitialList }));
    }
  }

  apply(object: T): void {
    const previous = this.#objects.get(objectKey(object));
    if (previous && isSameState(previous, object)) return;
    this.#objects.set(object);
    const callHandlers = this.#handlers.snapshot();
    if (previous && isReplaced(previous, object))
      callHandlers((handler) => handler.deleted?.(previous, { isLastKnownState: true }));
    if (previous && !isReplaced(previous, object)) callHandlers((handler) => handler.updated?.(object, previous));
    else callHandlers((handler) => handler.added?.(object, { isInInitialList: false }));
  }

  /** Removes a deleted object. @param object its last state, with the version of its deletion */
  remove(object: T): void {
    const key = objectKey(object);
    if (!this.#objects.get(key)) return;
    this.#objects.delete(key);
    this.#handlers.snapshot()((handler) => handler.deleted?.(object, { isLastKnownState: false }));
  }

  #empty(): IndexedObjects<T> {
    return new IndexedObjects(this.#options.indexes, this.#options.onError);
  }

  #incomingList(): IndexedObjects<T> {
    assert(this.#incoming, "no list has begun");
    return this.#incoming;
  }
}

function isSameState({ metadata: one }: ApiObject, { metadata: other }: ApiObject): boolean {
  return one.resourceVersion !== undefined && one.resourceVersion === other.resourceVersion && one.uid === other.uid;
}

/** Whether the object was deleted, and possibly replaced by another one with the same name. */
function isReplaced({ metadata }: ApiObject, present: ApiObject | undefined): boolean {
  return present === undefined || present.metadata.uid !== metadata.uid;
}

/** Handlers of the changes that an informer sees. */

/** How the informer learned of an object. */
export interface AddedContext {
  /** Whether the object existed before the handler was added, or is part of the informer's first list. */
  readonly isInInitialList: boolean;
}

/** How the informer learned of a deletion. */
export interface DeletedContext {
  /**
   * Whether the informer missed the DELETED event and noticed the deletion by a list. The object is then its last known
   * state, which may be older than its last state.
   */
  readonly isLastKnownState: boolean;
}

/**
 * Callbacks for the changes of objects. They are called one at a time, in the order of the versions, and after the
 * store shows the change. The first call for an object is `added`. After `deleted`, only `added` can follow. `previous`
 * of `updated` is the object of the preceding call. Intermediate states may be skipped. An object that was replaced by
 * another one with the same name is reported as deleted and added. Handlers must return quickly: put long work into a
 * queue. Errors that they throw are reported and do not affect other handlers.
 */
export interface ObjectHandler<T> {
  /**
   * The object is new to this handler.
   * @param object shared with the informer: do not change it
   * @param context how the informer learned of the object
   */
  added?(object: Readonly<T>, context: AddedContext): void;
  /**
   * The object has changed.
   * @param object shared with the informer: do not change it
   * @param previous the state of the preceding call
   */
  updated?(object: Readonly<T>, previous: Readonly<T>): void;
  /**
   * The object was deleted. `object` is its last state.
   * @param object shared with the informer: do not change it
   * @param context how the informer learned of the deletion
   */
  deleted?(object: Readonly<T>, context: DeletedContext): void;
}

interface Registration<T> extends Disposable {
  readonly handler: ObjectHandler<T>;
}

/** Handlers that can be added and removed while others are being called. */
export class HandlerList<T> {
  /** Replaced and never modified, so that a snapshot calls only the handlers that were registered when it began. */
  #registrations: readonly Registration<T>[] = [];
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(handler: ObjectHandler<T>): Registration<T> {
    const registration: Registration<T> = {
      handler,
      [Symbol.dispose]: () => {
        this.#registrations = this.#registrations.filter((known) => known !== registration);
      },
    };
    this.#registrations = [...this.#registrations, registration];
    return registration;
  }

  /**
   * Returns a function that calls all handlers that are registered now, unless they have been removed meanwhile. Use it
   * for several calls that belong together.
   */
  snapshot(): (call: (handler: ObjectHandler<T>) => void) => void {
    const registrations = this.#registrations;
    return (call) => {
      for (const registration of registrations) this.callOne(registration, call);
    };
  }

  callOne(registration: Registration<T>, call: (handler: ObjectHandler<T>) => void): void {
    if (!this.#registrations.includes(registration)) return;
    try {
      call(registration.handler);
    } catch (error) {
      this.#onError(error);
    }
  }
}

/** Who is told what happens to the objects of an informer. */

/** How an object has been seen first. */
export interface AddedContext {
  /** It was there before the handler was, or before the informer had its first list. */
  readonly isInInitialList: boolean;
}

/** How a deletion has been seen. */
export interface DeletedContext {
  /** The deletion itself was missed, and seen by a list: this is the last state that is known, not the last that there was. */
  readonly isLastKnownState: boolean;
}

/**
 * Called one after another, in the order of the versions, when the store shows the change already. For each object, the
 * first call is `added`; after `deleted` comes `added` again or nothing; `updated` is told the object of the call before.
 * States in between may be missed, and an object that has been replaced by another one of its name is told as deleted and
 * added. A handler returns at once: what takes time belongs into a queue. What it throws is reported, and hinders nobody.
 */
export interface ObjectHandler<T> {
  /** It is there, and was not before, as far as this handler knows. */
  added?(object: Readonly<T>, context: AddedContext): void;
  /** It says something else than before. */
  updated?(object: Readonly<T>, former: Readonly<T>): void;
  /** It is gone; this is its last state. */
  deleted?(object: Readonly<T>, context: DeletedContext): void;
}

interface Registration<T> extends Disposable {
  readonly handler: ObjectHandler<T>;
}

/** Handlers that come and go, also while they are being called. */
export class HandlerList<T> {
  /** Replaced, never changed: a round goes to those who were there when it began. */
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

  /** Calls those who are there now, and have not gone meanwhile: for several calls that belong together. */
  round(): (call: (handler: ObjectHandler<T>) => void) => void {
    const there = this.#registrations;
    return (call) => {
      for (const registration of there) this.callOne(registration, call);
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

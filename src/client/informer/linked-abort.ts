/**
 * An abort controller that follows an outer signal. Disposing it removes the listener from the outer signal, which
 * `AbortSignal.any` may not do.
 */
import { onAbort } from "../../base/abort-listeners.ts";

/** A signal that is aborted with the outer signal, or separately by `abort()`. */
export class LinkedAbort implements Disposable {
  readonly #controller = new AbortController();
  readonly #outerListener: Disposable | undefined;

  constructor(outer: AbortSignal) {
    if (outer.aborted) this.#controller.abort(outer.reason);
    else this.#outerListener = onAbort(outer, () => this.#controller.abort(outer.reason));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason: Error): void {
    this.#controller.abort(reason);
  }

  /** Stops following the outer signal. */
  [Symbol.dispose](): void {
    this.#outerListener?.[Symbol.dispose]();
  }
}

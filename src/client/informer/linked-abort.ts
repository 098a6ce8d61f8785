/** An abort of one's own that follows another one's, and leaves no listener behind; `AbortSignal.any` may. */
import { onAbort } from "./abort-listeners.ts";

export class LinkedAbort implements Disposable {
  readonly #controller = new AbortController();
  readonly #following: Disposable | undefined;

  constructor(outer: AbortSignal) {
    if (outer.aborted) this.#controller.abort(outer.reason);
    else this.#following = onAbort(outer, () => this.#controller.abort(outer.reason));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason: Error): void {
    this.#controller.abort(reason);
  }

  /** Stops following. */
  [Symbol.dispose](): void {
    this.#following?.[Symbol.dispose]();
  }
}

/** An abort of one's own that follows another one's, and leaves no listener behind; `AbortSignal.any` may. */
export class LinkedAbort implements Disposable {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #follow = (): void => this.#controller.abort(this.#outer.reason);

  constructor(outer: AbortSignal) {
    this.#outer = outer;
    if (outer.aborted) this.#follow();
    else outer.addEventListener("abort", this.#follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason: Error): void {
    this.#controller.abort(reason);
  }

  /** Stops following. */
  [Symbol.dispose](): void {
    this.#outer.removeEventListener("abort", this.#follow);
  }
}

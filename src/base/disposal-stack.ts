/** Owns objects, and disposes them together. Node 20 does not have `AsyncDisposableStack`. */

/** Disposes the objects that it owns, the newest one first. A failure does not keep the others from being disposed. */
export class DisposalStack implements AsyncDisposable {
  #disposers: (() => unknown)[] = [];

  /** Takes ownership of an object, if there is one. Returns it. */
  use<T extends AsyncDisposable | undefined>(object: T): T {
    if (object) this.defer(() => object[Symbol.asyncDispose]());
    return object;
  }

  /** @param dispose called once, when the stack is disposed. Its promise is awaited */
  defer(dispose: () => unknown): void {
    this.#disposers.push(dispose);
  }

  /** Returns a new stack that owns all objects. Disposing this one then has no effect. */
  move(): DisposalStack {
    const moved = new DisposalStack();
    moved.#disposers = this.#disposers;
    this.#disposers = [];
    return moved;
  }

  /** @throws the first error of an object that could not be disposed */
  async [Symbol.asyncDispose](): Promise<void> {
    const errors: unknown[] = [];
    for (let dispose = this.#disposers.pop(); dispose; dispose = this.#disposers.pop()) {
      try {
        await dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}

/**
 * Shares one read among concurrent callers. At most one read runs, and one is next. A caller gets the result of a read
 * that began after its call, so the result contains everything that was written before.
 */

/** A read that callers share. */
export class CoalescedRead<T> {
  readonly #read: () => Promise<T>;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  /** Returns the result of a read that begins after this call. */
  run(): Promise<T> {
    if (!this.#running) return this.#start();
    this.#next ??= this.#running.then(
      () => this.#startNext(),
      () => this.#startNext(),
    );
    return this.#next;
  }

  #start(): Promise<T> {
    const running = this.#read().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  #startNext(): Promise<T> {
    this.#next = undefined;
    return this.#start();
  }
}

/**
 * A semaphore: limits how much work of one kind runs at a time. Waiters get a permit in the order in which they asked.
 */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Returns a permit; disposing it releases it. Undefined if `signal` is aborted before a permit is available. */
  async take(signal: AbortSignal): Promise<Disposable | undefined> {
    if (signal.aborted) return undefined;
    if (this.#free > 0) this.#free -= 1;
    else if (!(await this.#wait(signal))) return undefined;
    return { [Symbol.dispose]: () => this.#release() };
  }

  /** Waits for a permit. Resolves with false if the signal is aborted first. */
  #wait(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#waiting.delete(begin);
        resolve(false);
      };
      const begin = (): void => {
        signal.removeEventListener("abort", leave);
        resolve(true);
      };
      this.#waiting.add(begin);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

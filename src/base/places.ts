/** Places for work of which only so much is done at a time. Who finds none waits, in the order of coming. */
export class Places {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * A place, which is given back by disposing it.
   * @returns undefined when `signal` was aborted before there was one
   */
  async take(signal: AbortSignal): Promise<Disposable | undefined> {
    if (signal.aborted) return undefined;
    if (this.#free > 0) this.#free -= 1;
    else if (!(await this.#turn(signal))) return undefined;
    return { [Symbol.dispose]: () => this.#giveBack() };
  }

  /** @returns false when the signal came first */
  #turn(signal: AbortSignal): Promise<boolean> {
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

  #giveBack(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

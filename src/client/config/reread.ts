/** A value from files that may be replaced. It is read again when it is too old. */
import type { Clock } from "../../base/clock.ts";

/** Options of the `Reread` constructor. */
export interface RereadOptions<T> {
  readonly clock: Clock;
  readonly periodMs: number;
  readonly read: () => Promise<T>;
  readonly isSame: (one: T, other: T) => boolean;
}

/** Delay before the next attempt, if the files cannot be read. */
const retryMs = 10_000;

/** Caches a value and reads it again after `periodMs`. */
export class Reread<T> {
  readonly #options: RereadOptions<T>;
  #known: { readonly value: T } | undefined;
  /** Monotonic time at which the value must be read again. */
  #dueMs = 0;
  #reading: Promise<T> | undefined;

  constructor(options: RereadOptions<T>) {
    this.#options = options;
  }

  /**
   * Returns the value. If an update is equal to the previous value, the previous object is returned. If the files
   * cannot be read, the previous value remains valid and the next attempt follows after 10 seconds, because another
   * process may be writing them.
   * @throws the error of the first read
   */
  async current(): Promise<T> {
    if (this.#known && this.#options.clock.monotonicMs() < this.#dueMs) return this.#known.value;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return await this.#reading;
  }

  /** Makes the next `current()` call read the files. */
  expire(): void {
    this.#dueMs = Number.NEGATIVE_INFINITY;
  }

  async #read(): Promise<T> {
    const { clock, periodMs, read, isSame } = this.#options;
    this.#dueMs = clock.monotonicMs() + periodMs;
    try {
      const value = await read();
      if (!this.#known || !isSame(this.#known.value, value)) this.#known = { value };
    } catch (error) {
      if (!this.#known) throw error;
      this.#dueMs = clock.monotonicMs() + Math.min(retryMs, periodMs);
    }
    return this.#known.value;
  }
}

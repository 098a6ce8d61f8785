/** A value from files that may be replaced. It is read again when it is too old. */
import type { Clock } from "../../base/clock.ts";

/** Options of the `RefreshedValue` constructor. */
export interface RefreshedValueOptions<T> {
  readonly clock: Clock;
  readonly periodMs: number;
  readonly read: () => Promise<T>;
  readonly isSame: (one: T, other: T) => boolean;
}

/** Delay before the next attempt, if the files cannot be read. */
const retryMs = 10_000;

/** Caches a value and reads it again after `periodMs`. */
export class RefreshedValue<T> {
  readonly #options: RefreshedValueOptions<T>;
  #cached: { readonly value: T } | undefined;
  /** Monotonic time at which the value must be read again. */
  #dueMs = 0;
  #reading: Promise<T> | undefined;

  constructor(options: RefreshedValueOptions<T>) {
    this.#options = options;
  }

  /**
   * Returns the value. If an update is equal to the previous value, the previous object is returned. If the files
   * cannot be read, the previous value remains valid and the next attempt follows after 10 seconds, because another
   * process may be writing them.
   * @throws the error of the first read
   */
  async current(): Promise<T> {
    if (this.#cached && this.#options.clock.monotonicMs() < this.#dueMs) return this.#cached.value;
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
      if (!this.#cached || !isSame(this.#cached.value, value)) this.#cached = { value };
    } catch (error) {
      if (!this.#cached) throw error;
      this.#dueMs = clock.monotonicMs() + Math.min(retryMs, periodMs);
    }
    return this.#cached.value;
  }
}

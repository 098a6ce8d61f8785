/** A value of files that somebody replaces from time to time: read again when it has become old. */
import type { Clock } from "../../base/clock.ts";

export interface RereadOptions<T> {
  readonly clock: Clock;
  readonly periodMs: number;
  readonly read: () => Promise<T>;
  readonly isSame: (one: T, other: T) => boolean;
}

/** Between attempts, while the files cannot be read. */
const retryMs = 10_000;

export class Reread<T> {
  readonly #options: RereadOptions<T>;
  #known: { readonly value: T } | undefined;
  /** On the monotonic clock; when the known value has to be read again. */
  #dueMs = 0;
  #reading: Promise<T> | undefined;

  constructor(options: RereadOptions<T>) {
    this.#options = options;
  }

  /**
   * The same value as before, itself, while the files say the same. When they cannot be read, the last one they said goes
   * on counting for some seconds more: somebody may be writing them.
   * @throws what reading throws while there is no value yet
   */
  async current(): Promise<T> {
    if (this.#known && this.#options.clock.monotonicMs() < this.#dueMs) return this.#known.value;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return await this.#reading;
  }

  /** The next one who asks has the files read. */
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

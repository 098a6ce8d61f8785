/** Cache of values that are expensive to create. An entry is removed when it has not been requested for a while. */
import type { Clock } from "../../base/clock.ts";

interface Entry<T> {
  readonly value: Promise<T>;
  usedMs: number;
}

/** Cache whose entries expire `idleMs` after their last use. */
export class IdleCache<T> {
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #entries = new Map<string, Entry<T>>();
  #isRemovalScheduled = false;

  constructor(clock: Clock, idleMs: number) {
    this.#clock = clock;
    this.#idleMs = idleMs;
  }

  /**
   * Returns the value of `key`. Concurrent callers share one call of `make`. If the promise rejects, the next call
   * tries again.
   */
  get(key: string, make: () => Promise<T>): Promise<T> {
    let entry = this.#entries.get(key);
    if (!entry) {
      entry = { value: make(), usedMs: 0 };
      this.#entries.set(key, entry);
      this.#removeIfRejected(key, entry);
    }
    entry.usedMs = this.#clock.monotonicMs();
    if (!this.#isRemovalScheduled) this.#scheduleRemoval(this.#idleMs);
    return entry.value;
  }

  /** Removes the entry of `key`, if there is one. */
  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** Number of entries. */
  get size(): number {
    return this.#entries.size;
  }

  #removeIfRejected(key: string, entry: Entry<T>): void {
    entry.value.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
  }

  #scheduleRemoval(delayMs: number): void {
    this.#isRemovalScheduled = true;
    this.#clock.after(delayMs, () => this.#removeIdle());
  }

  #removeIdle(): void {
    this.#isRemovalScheduled = false;
    const now = this.#clock.monotonicMs();
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [key, { usedMs }] of this.#entries) {
      const leftMs = usedMs + this.#idleMs - now;
      if (leftMs <= 0) this.#entries.delete(key);
      else nextMs = Math.min(nextMs, leftMs);
    }
    if (this.#entries.size > 0) this.#scheduleRemoval(nextMs);
  }
}

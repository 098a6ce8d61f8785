/** Keeps values for a limited time, in limited memory. */
import type { Clock } from "./clock.ts";

/** Bounds on the memory of kept values. */
export interface ExpiringCacheLimits {
  readonly entriesMax: number;
  /** Size of all keys and values. */
  readonly bytesMax: number;
  /** A larger entry is not kept, because it would displace many others. */
  readonly entryBytesMax: number;
}

/** How a cache measures time and memory. */
export interface ExpiringCacheOptions<V> {
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly limits: ExpiringCacheLimits;
  /** Returns the number of characters of a value. */
  readonly charsOf: (value: V) => number;
}

interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
  /** Monotonic time at which the entry is removed. */
  readonly freshUntilMs: number;
}

/** Characters of strings have at most two bytes in memory. */
const charBytes = 2;

/** Values by a text. The entry that was unused for longest is removed first. */
export class ExpiringCache<V> {
  readonly #options: ExpiringCacheOptions<V>;
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry<V>>();
  #bytes = 0;

  constructor(options: ExpiringCacheOptions<V>) {
    this.#options = options;
  }

  /** Number of kept values, including those that are no longer fresh. */
  get size(): number {
    return this.#entries.size;
  }

  /** Returns a value that is still fresh. */
  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#remove(key, entry);
    if (entry.freshUntilMs <= this.#options.clock.monotonicMs()) return undefined;
    this.#add(key, entry);
    return entry.value;
  }

  /** Keeps a value. @param lifetimeMs 0: it is not kept */
  set(key: string, value: V, lifetimeMs: number): void {
    const { clock, limits, charsOf } = this.#options;
    const bytes = (key.length + charsOf(value)) * charBytes;
    const previous = this.#entries.get(key);
    if (previous) this.#remove(key, previous);
    if (lifetimeMs <= 0 || bytes > limits.entryBytesMax) return;
    this.#add(key, { value, bytes, freshUntilMs: clock.monotonicMs() + lifetimeMs });
    for (const [oldestKey, oldest] of this.#entries) {
      if (this.#entries.size <= limits.entriesMax && this.#bytes <= limits.bytesMax) return;
      this.#remove(oldestKey, oldest);
    }
  }

  #add(key: string, entry: Entry<V>): void {
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
  }

  #remove(key: string, entry: Entry<V>): void {
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}

/** Keeps the decisions of a webhook for a limited time, in limited memory. */
import type { Clock } from "../../base/clock.ts";
import type { Decision } from "../../meta/access/access-control.ts";

/** Limits of a cache. */
export interface CacheLimits {
  readonly entriesMax: number;
  /** Size of all keys and reasons. */
  readonly bytesMax: number;
  /** A larger entry is not kept, because it would displace many others. */
  readonly entryBytesMax: number;
}

/** The number of entries is that of the reference, which has no limit on their size. */
export const defaultCacheLimits: CacheLimits = { entriesMax: 8192, bytesMax: 16_777_216, entryBytesMax: 131_072 };

interface Entry {
  readonly decision: Decision;
  readonly bytes: number;
  /** Monotonic time at which the webhook must be asked again. */
  readonly freshUntilMs: number;
}

/** Characters of strings have at most two bytes in memory. */
const charBytes = 2;

/** Decisions by the text of their question. The entry that was unused for longest is removed first. */
export class DecisionCache {
  readonly #clock: Clock;
  readonly #limits: CacheLimits;
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(clock: Clock, limits: CacheLimits = defaultCacheLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Number of kept decisions, including those that are no longer fresh. */
  get size(): number {
    return this.#entries.size;
  }

  /** Returns a decision that is still fresh. */
  get(key: string): Decision | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#remove(key, entry);
    if (entry.freshUntilMs <= this.#clock.monotonicMs()) return undefined;
    this.#add(key, entry);
    return entry.decision;
  }

  /** Keeps a decision. @param lifetimeMs 0: it is not kept */
  set(key: string, decision: Decision, lifetimeMs: number): void {
    const bytes = (key.length + decision.reason.length) * charBytes;
    const previous = this.#entries.get(key);
    if (previous) this.#remove(key, previous);
    if (lifetimeMs <= 0 || bytes > this.#limits.entryBytesMax) return;
    this.#add(key, { decision, bytes, freshUntilMs: this.#clock.monotonicMs() + lifetimeMs });
    const { entriesMax, bytesMax } = this.#limits;
    for (const [oldestKey, oldest] of this.#entries) {
      if (this.#entries.size <= entriesMax && this.#bytes <= bytesMax) return;
      this.#remove(oldestKey, oldest);
    }
  }

  #add(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
  }

  #remove(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}

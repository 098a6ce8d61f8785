/**
 * The recent events of one resource, oldest first, bounded in bytes and number, and but for the last few in age. What has
 * left the ring can still be read from the engine, as long as the engine keeps it.
 */
import type { CacheEvent } from "./cache-event.ts";

export interface RingLimits {
  readonly bytesMax: number;
  readonly eventsMax: number;
  /** So many events are kept however old they are. Absent: none. */
  readonly oldEventsMax?: number;
}

/** How much is done before other work gets its turn. */
export interface TurnLimits {
  readonly itemsMax: number;
  readonly bytesMax: number;
}

export class EventRing {
  readonly #limits: RingLimits;
  /** Events from `#head` on are live; the empty places before it are cut off now and then. */
  #events: (CacheEvent | undefined)[] = [];
  #head = 0;
  #bytes = 0;
  #floor: number;

  /** @param floor every event after this revision will be added */
  constructor(floor: number, limits: RingLimits) {
    this.#floor = floor;
    this.#limits = limits;
  }

  /** The ring holds every event after this revision. */
  get floor(): number {
    return this.#floor;
  }

  /** The revision of the newest event; the floor while there is none. */
  get newest(): number {
    return this.#events.at(-1)?.revision ?? this.#floor;
  }

  get length(): number {
    return this.#events.length - this.#head;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(event: CacheEvent): void {
    this.#events.push(event);
    this.#bytes += event.historyBytes;
    while (this.length > this.#limits.eventsMax || (this.#bytes > this.#limits.bytesMax && this.length > 1)) {
      this.#dropOldest();
    }
  }

  /** Drops the events up to `revision`, but for the last few: else the ring of a resource that is seldom written never ceases to grow. */
  forgetOld(revision: number): void {
    const { oldEventsMax = 0 } = this.#limits;
    while (this.length > oldEventsMax && (this.#events[this.#head]?.revision ?? Infinity) <= revision)
      this.#dropOldest();
  }

  /**
   * Events after `revision`, oldest first. The caller has made sure that `revision >= floor`, and reads to the end
   * before anything is added.
   */
  *after(revision: number): IterableIterator<CacheEvent> {
    const events = this.#events;
    for (let index = this.#firstAfter(revision); index < events.length; index++) {
      const event = events[index];
      if (event) yield event;
    }
  }

  /** The first events after `revision`, as many as the limits allow and at least one, if there is one. */
  some(revision: number, { itemsMax, bytesMax }: TurnLimits): CacheEvent[] {
    const events: CacheEvent[] = [];
    let bytes = 0;
    for (const event of this.after(revision)) {
      events.push(event);
      bytes += event.historyBytes;
      if (events.length >= itemsMax || bytes >= bytesMax) break;
    }
    return events;
  }

  #dropOldest(): void {
    const oldest = this.#events[this.#head];
    if (!oldest) return;
    this.#events[this.#head++] = undefined;
    this.#bytes -= oldest.historyBytes;
    this.#floor = oldest.revision;
    if (this.#head > 1024 && this.#head * 2 > this.#events.length) {
      this.#events = this.#events.slice(this.#head);
      this.#head = 0;
    }
  }

  #firstAfter(revision: number): number {
    let low = this.#head;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * The recent events of one resource, oldest first. The ring is limited by bytes, by the number of events and by their
 * age. Older events can be read from the engine until the engine compacts them.
 */
import type { CacheEvent } from "./cache-event.ts";

/** Limits of an event ring. */
export interface RingLimits {
  readonly bytesMax: number;
  readonly eventsMax: number;
  /** The newest events, up to this number, are kept whatever their age. Default: none. */
  readonly oldEventsMax?: number;
}

/** How much work is done before other work runs. */
export interface TurnLimits {
  readonly itemsMax: number;
  readonly bytesMax: number;
}

/** A ring of events with ascending revisions. Events of one commit may have the same revision. */
export class EventRing {
  readonly #limits: RingLimits;
  /** The events from `#head` on are in the ring. The empty elements before it are removed from time to time. */
  #events: (CacheEvent | undefined)[] = [];
  #head = 0;
  #bytes = 0;
  #floor: number;

  /** @param floor the ring will contain all events after this revision */
  constructor(floor: number, limits: RingLimits) {
    this.#floor = floor;
    this.#limits = limits;
  }

  /** The ring contains all events after this revision. */
  get floor(): number {
    return this.#floor;
  }

  /** The revision of the newest event. The floor if the ring is empty. */
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
      this.#removeOldest();
    }
  }

  /**
   * Removes the events up to `revision`, except for the newest ones. Without this, the ring of a rarely written
   * resource would grow until it reaches its other limits.
   */
  removeOld(revision: number): void {
    const { oldEventsMax = 0 } = this.#limits;
    while (this.length > oldEventsMax && (this.#events[this.#head]?.revision ?? Infinity) <= revision)
      this.#removeOldest();
  }

  /**
   * Yields the events after `revision`, oldest first. The caller must check that `revision >= floor`, and must finish
   * the iteration before an event is added.
   */
  *after(revision: number): IterableIterator<CacheEvent> {
    const events = this.#events;
    for (let index = this.#indexAfter(revision); index < events.length; index++) {
      const event = events[index];
      if (event) yield event;
    }
  }

  /**
   * Returns the first events after `revision`, up to the limits. Returns at least one event if there is one. The events
   * of one revision stay together, because a watch that continues after a revision gets no more events of it.
   */
  firstAfter(revision: number, { itemsMax, bytesMax }: TurnLimits): CacheEvent[] {
    const events: CacheEvent[] = [];
    let bytes = 0;
    for (const event of this.after(revision)) {
      const isFull = events.length >= itemsMax || bytes >= bytesMax;
      if (isFull && event.revision !== events.at(-1)?.revision) break;
      events.push(event);
      bytes += event.historyBytes;
    }
    return events;
  }

  #removeOldest(): void {
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

  #indexAfter(revision: number): number {
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

/**
 * The watchers of one resource. Live ones are handed each batch as it comes. Those that want the present state first,
 * start in the past, or whose client is slow, are served at their own pace: from that state, the ring, and, for what is
 * older than the ring, the engine. No watcher owns a queue, so a stalled client costs one batch of memory, and it is
 * ended once everything that the ring held when it stalled has left the ring.
 *
 * Two rules make the phases join without a gap or an event twice: a watcher becomes live in the same turn in which it
 * has read the ring to its end, and never while it is ahead of the cache.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { assert } from "../base/assert.ts";
import { Places } from "../base/places.ts";
import { Audience, BatchEncodings, type EventEncoder, type Selection } from "./audience.ts";
import type { CacheEvent } from "./cache-event.ts";
import type { CachedObject, ObjectFormat } from "./cached-object.ts";
import type { EventBatch } from "./engine-objects.ts";
import type { EventRing } from "./event-ring.ts";
import { RemoteEncodings } from "./remote-encodings.ts";
import { type WatchEnd, Watcher, type WatchSink } from "./watcher.ts";

export interface WatchRequest {
  readonly selection: Selection;
  readonly encoder: EventEncoder;
  /** Events after this revision are sent; one that has not come is waited for. */
  readonly after: number;
  /** Objects of the state at `after`: those that are selected are sent first, as added. */
  readonly initial?: Iterable<CachedObject>;
  readonly sink: WatchSink;
}

/** A running watch, for its owner. */
export interface Watch {
  /** Every event up to this revision was sent; undefined while the watch is catching up. */
  readonly sentRevision: number | undefined;
  /** The sink can take more. */
  resume(): void;
  /** Ends the watch; the sink is not called again. */
  close(): void;
}

export interface WatchHubOptions {
  readonly format: ObjectFormat;
  readonly ring: () => EventRing;
  /** Every change up to this revision is in the ring, or was before it. */
  readonly revision: () => number;
  /** Resolves when `revision()` has come so far. */
  readonly reach: (revision: number, signal: AbortSignal) => Promise<void>;
  /** The events of this resource after a revision, from the engine. */
  readonly history: (after: number, signal: AbortSignal) => AsyncIterable<EventBatch>;
}

/** What a watcher that catches up is given before other work gets its turn. */
const turn = { itemsMax: 1000, bytesMax: 64 * 1024 };

/**
 * So many read the engine's history at a time. What they read there is read for each of them, unlike the ring: if all who
 * have fallen behind read at once, none might be faster than the writers, and all would stay behind.
 */
const historyReadersMax = 4;

export class WatchHub {
  readonly #options: WatchHubOptions;
  readonly #audiences = new Map<string, Audience<Watcher>>();
  /** Watchers that are not live. */
  readonly #behind = new Set<Watcher>();
  readonly #historyPlaces = new Places(historyReadersMax);
  readonly #remoteEncodings = new RemoteEncodings();

  constructor(options: WatchHubOptions) {
    this.#options = options;
  }

  get watcherCount(): number {
    let count = 0;
    for (const audience of this.#audiences.values()) count += audience.members;
    return count;
  }

  watch({ selection, encoder, sink, after, initial }: WatchRequest): Watch {
    const audience = this.#join(selection, encoder);
    const watcher = new Watcher({ audience, sink, after, initial: initial?.[Symbol.iterator]() });
    this.#catchUp(watcher);
    return new HubWatch(this, watcher);
  }

  /** Every event up to this revision was sent to the watcher, if it is live. */
  sentRevision(watcher: Watcher): number | undefined {
    return watcher.live ? this.#options.revision() : undefined;
  }

  /** Ends a watch; its sink is not called again. @returns false when it had ended before */
  remove(watcher: Watcher): boolean {
    if (!watcher.finish()) return false;
    this.#behind.delete(watcher);
    const { audience } = watcher;
    audience.members--;
    if (audience.members === 0) this.#audiences.delete(Audience.key(audience.selection, audience.encoder));
    return true;
  }

  /** Hands out a batch that is in the ring already. */
  dispatch(events: readonly CacheEvent[]): void {
    if (this.#audiences.size === 0) return;
    const encodings = new BatchEncodings();
    for (const audience of this.#audiences.values()) {
      if (audience.live.size > 0) this.#dispatchTo(audience, events, encodings);
    }
    this.#endLagging();
  }

  /** Ends every watch, with the reason that clients are told. */
  endAll(why: WatchEnd): void {
    for (const audience of this.#audiences.values()) {
      for (const watcher of audience.live) this.#end(watcher, why);
    }
    for (const watcher of this.#behind) this.#end(watcher, why);
  }

  #join(selection: Selection, encoder: EventEncoder): Audience<Watcher> {
    const key = Audience.key(selection, encoder);
    let audience = this.#audiences.get(key);
    if (!audience) {
      audience = new Audience<Watcher>(selection, encoder, this.#options.format);
      this.#audiences.set(key, audience);
    }
    audience.members++;
    return audience;
  }

  #dispatchTo(audience: Audience<Watcher>, events: readonly CacheEvent[], encodings: BatchEncodings): void {
    try {
      if (audience.slowEvents(events).length > 0) {
        this.#sendLater(audience, events);
        return;
      }
      const bytes = audience.encode(events, encodings);
      if (bytes) this.#sendLive(audience, bytes, events.at(-1)?.revision ?? 0);
    } catch (error) {
      for (const watcher of audience.live) this.#end(watcher, { reason: "failed", error });
    }
  }

  #sendLive(audience: Audience<Watcher>, bytes: Buffer, revision: number): void {
    const newest = this.#options.revision();
    for (const watcher of audience.live) {
      // With very many watchers, what is touched of each is what a delivery costs.
      if (watcher.send(bytes, newest) || watcher.ended) continue;
      watcher.cursor = revision;
      audience.live.delete(watcher);
      this.#catchUp(watcher);
    }
  }

  /** Has the live watchers read a batch from the ring that takes long to encode. */
  #sendLater(audience: Audience<Watcher>, events: readonly CacheEvent[]): void {
    const [first] = events;
    assert(first, "a batch has an event");
    const watchers = [...audience.live];
    audience.live.clear();
    for (const watcher of watchers) {
      watcher.cursor = first.revision - 1;
      this.#catchUp(watcher);
    }
  }

  #send(watcher: Watcher, bytes: Buffer): void {
    watcher.send(bytes, this.#options.revision());
  }

  #endLagging(): void {
    if (this.#behind.size === 0) return;
    const { floor } = this.#options.ring();
    for (const watcher of this.#behind) {
      if (watcher.isStalledSinceBefore(floor)) this.#end(watcher, { reason: "lagging" });
    }
  }

  #catchUp(watcher: Watcher): void {
    this.#behind.add(watcher);
    this.#pump(watcher).catch((error: unknown) => this.#end(watcher, { reason: "failed", error }));
  }

  /** Runs until the watcher is live, or has ended. */
  async #pump(watcher: Watcher): Promise<void> {
    const { ring, revision, reach } = this.#options;
    while (!watcher.ended) {
      if (watcher.full) await watcher.drained();
      else if (watcher.initial) await this.#sendInitial(watcher, watcher.initial);
      else if (watcher.cursor > revision()) await reach(watcher.cursor, watcher.signal);
      else if (watcher.cursor < ring().floor) await this.#replayHistory(watcher);
      else if (await this.#replayRing(watcher)) return;
      else await nextTurn();
    }
  }

  /** Sends some of the initial state. */
  async #sendInitial(watcher: Watcher, objects: Iterator<CachedObject>): Promise<void> {
    const { audience } = watcher;
    const { bytes, slow, done } = audience.encodeAdded(objects, turn);
    if (bytes) this.#send(watcher, bytes);
    if (slow) {
      const encoded = await this.#remoteEncodings.encode(slow, audience.encoder);
      if (!watcher.ended) this.#send(watcher, encoded);
    } else if (!done) {
      await nextTurn();
    } else if (!watcher.ended) {
      watcher.initial = undefined;
      watcher.sink.initialSent?.();
    }
  }

  /**
   * Sends some of the ring.
   * @returns true when that was the rest, and the watcher is live
   */
  async #replayRing(watcher: Watcher): Promise<boolean> {
    const events = this.#options.ring().some(watcher.cursor, turn);
    const encodings = new BatchEncodings();
    const slow = this.#encodeSlow(watcher, events, encodings);
    if (slow) await slow;
    if (watcher.ended) return false;
    watcher.cursor = events.at(-1)?.revision ?? watcher.cursor;
    const bytes = watcher.audience.encode(events, encodings);
    if (bytes) this.#send(watcher, bytes);
    // From here on nothing may wait: an event would be missed or sent twice.
    if (watcher.full || watcher.ended || watcher.cursor < this.#options.ring().newest) return false;
    this.#behind.delete(watcher);
    watcher.audience.live.add(watcher);
    return true;
  }

  /**
   * Encodes, in another thread, those of these events that take long. Puts them into `encodings`.
   * @returns undefined if no event takes long, so that nothing has to be waited for
   */
  #encodeSlow(
    { audience }: Watcher,
    events: readonly CacheEvent[],
    encodings: BatchEncodings,
  ): Promise<void> | undefined {
    const slow = audience.slowEvents(events);
    return slow.length > 0 ? this.#remoteEncodings.encodeAll(slow, audience.encoder, encodings) : undefined;
  }

  /** Sends what only the engine remembers, until the ring goes on from there, or the client should be given time. */
  async #replayHistory(watcher: Watcher): Promise<void> {
    using place = await this.#historyPlaces.take(watcher.signal);
    if (!place) return;
    for await (const { events, revision } of this.#options.history(watcher.cursor, watcher.signal)) {
      const encodings = new BatchEncodings();
      await this.#encodeSlow(watcher, events, encodings);
      if (watcher.ended) return;
      const bytes = watcher.audience.encode(events, encodings);
      watcher.cursor = revision;
      if (bytes) this.#send(watcher, bytes);
      if (watcher.full || watcher.ended || watcher.cursor >= this.#options.ring().floor) return;
    }
  }

  #end(watcher: Watcher, why: WatchEnd): void {
    if (this.remove(watcher)) watcher.sink.end(why);
  }
}

/** A watch as its owner sees it; there may be very many. */
class HubWatch implements Watch {
  readonly #hub: WatchHub;
  readonly #watcher: Watcher;

  constructor(hub: WatchHub, watcher: Watcher) {
    this.#hub = hub;
    this.#watcher = watcher;
  }

  get sentRevision(): number | undefined {
    return this.#hub.sentRevision(this.#watcher);
  }

  resume(): void {
    this.#watcher.resume();
  }

  close(): void {
    this.#hub.remove(this.#watcher);
  }
}

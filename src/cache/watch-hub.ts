/**
 * The watchers of one resource. Live watchers get each batch when it is committed. Others catch up at their own pace:
 * watchers that start with the present state or in the past, and watchers whose client is slow. They read the initial
 * state, the ring of recent events, and the engine for older events. Watchers have no queues, so a stalled client needs
 * memory for one batch. Its watch is ended when all events that were in the ring when it stalled have been replaced.
 *
 * Two rules ensure that no event is missed or sent twice. A watcher becomes live in the same turn of the event loop in
 * which it has read the last event of the ring. It never becomes live while its revision is greater than that of the
 * cache.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { assert } from "../base/assert.ts";
import { Semaphore } from "../base/semaphore.ts";
import { isStorageError } from "../storage/index.ts";
import { Audience, BatchEncodings, type EventEncoder, type Selection } from "./audience.ts";
import { AudienceIndex } from "./audience-index.ts";
import type { CacheEvent } from "./cache-event.ts";
import type { CachedObject } from "./cached-object.ts";
import { CatchUpTurns } from "./catch-up-turns.ts";
import type { EventBatch } from "./engine-objects.ts";
import type { EventRing } from "./event-ring.ts";
import { InitialChunks, InitialState } from "./initial-chunks.ts";
import type { ObjectFormat } from "./object-format.ts";
import { RemoteEncodings } from "./remote-encodings.ts";
import { type WatchEnd, Watcher, type WatchSink } from "./watcher.ts";

/** A request to watch a resource. */
export interface WatchRequest {
  readonly selection: Selection;
  readonly encoder: EventEncoder;
  /** Events after this revision are sent. It may be greater than the cache's revision. Then the watch waits for it. */
  readonly after: number;
  /** The objects of the state at `after`. The selected ones are sent first, as ADDED events. */
  readonly initial?: Iterable<CachedObject>;
  readonly sink: WatchSink;
}

/** A running watch, as its owner uses it. */
export interface Watch {
  /** All events up to this revision were sent. Undefined while the watch is catching up. */
  readonly sentRevision: number | undefined;
  /** The sink can take more data. */
  resume(): void;
  /** Ends the watch. The sink is not called again. */
  close(): void;
}

/** The ring, the revision and the history of a WatchHub's cache. */
export interface WatchHubOptions {
  readonly format: ObjectFormat;
  readonly ring: () => EventRing;
  /** All changes up to this revision are in the ring, or were removed from it. */
  readonly revision: () => number;
  /** Resolves when `revision()` is at least `revision`. */
  readonly reach: (revision: number, signal: AbortSignal) => Promise<void>;
  /** Yields the events of this resource after a revision, from the engine. */
  readonly history: (after: number, signal: AbortSignal) => AsyncIterable<EventBatch>;
}

/** How much a watcher that catches up is sent before other work runs. */
const catchUpTurn = { itemsMax: 1000, bytesMax: 64 * 1024 };

/** Turns that the watchers of all resources share, because their watches often share a connection. */
const catchUpTurns = new CatchUpTurns(catchUpTurn.bytesMax);

/**
 * Number of watchers that read the engine's history at the same time. Unlike the ring, the history is read separately
 * for each watcher. If many read it at once, each might be slower than the writers, and none would catch up. See
 * docs/performance.md, "Missed goals", "Slow watchers in large numbers".
 */
const historyReadersMax = 4;

/** The watchers of one resource. */
export class WatchHub {
  readonly #options: WatchHubOptions;
  readonly #audiences = new Map<string, Audience<Watcher>>();
  readonly #index = new AudienceIndex<Watcher>();
  /** Watchers that are not live. */
  readonly #catchingUp = new Set<Watcher>();
  readonly #historyReaders = new Semaphore(historyReadersMax);
  readonly #remoteEncodings = new RemoteEncodings();
  readonly #initialChunks = new InitialChunks<Watcher>();

  constructor(options: WatchHubOptions) {
    this.#options = options;
  }

  get watcherCount(): number {
    let count = 0;
    for (const audience of this.#audiences.values()) count += audience.members;
    return count;
  }

  watch({ selection, encoder, sink, after, initial }: WatchRequest): Watch {
    const audience = this.#joinAudience(selection, encoder);
    const watcher = new Watcher({ audience, sink, after, initial: initial && new InitialState(initial) });
    this.#catchUp(watcher);
    return new HubWatch(this, watcher);
  }

  /** Returns the revision up to which a live watcher was sent all events. Undefined if the watcher is not live. */
  sentRevision(watcher: Watcher): number | undefined {
    return watcher.isLive ? this.#options.revision() : undefined;
  }

  /** Ends a watch. Its sink is not called again. @returns false if it had ended before */
  remove(watcher: Watcher): boolean {
    if (!watcher.finish()) return false;
    this.#catchingUp.delete(watcher);
    const { audience } = watcher;
    audience.members--;
    this.#releaseInitialChunks(audience);
    if (audience.members === 0) {
      this.#audiences.delete(Audience.key(audience.selection, audience.encoder));
      this.#index.delete(audience);
    }
    return true;
  }

  /** Sends a batch to the live watchers. The batch must be in the ring already. */
  dispatch(events: readonly CacheEvent[]): void {
    if (this.#audiences.size === 0) return;
    const encodings = new BatchEncodings();
    for (const audience of this.#index.candidates(events)) {
      if (audience.live.size > 0) this.#dispatchTo(audience, events, encodings);
    }
    this.#endLagging();
  }

  /** Ends all watches. @param why the reason that clients get */
  endAll(why: WatchEnd): void {
    for (const audience of this.#audiences.values()) {
      for (const watcher of audience.live) this.#end(watcher, why);
    }
    for (const watcher of this.#catchingUp) this.#end(watcher, why);
  }

  #joinAudience(selection: Selection, encoder: EventEncoder): Audience<Watcher> {
    const key = Audience.key(selection, encoder);
    let audience = this.#audiences.get(key);
    if (!audience) {
      audience = new Audience<Watcher>(selection, encoder, this.#options.format);
      this.#audiences.set(key, audience);
      this.#index.add(audience);
    }
    audience.members++;
    return audience;
  }

  #dispatchTo(audience: Audience<Watcher>, events: readonly CacheEvent[], encodings: BatchEncodings): void {
    try {
      if (audience.unprepared(events).length > 0 || audience.slowEvents(events).length > 0) {
        this.#sendFromRing(audience, events);
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
      // This loop determines the cost of a delivery if there are very many watchers, so it reads little of each. See
      // docs/performance.md, "Optimizations": watch, 10 x 100 on HTTP/2.
      if (watcher.send(bytes, newest) || watcher.hasEnded) continue;
      watcher.sentRevision = revision;
      audience.live.delete(watcher);
      this.#catchUp(watcher);
    }
  }

  /** Makes the live watchers read a batch from the ring instead, because it takes long to prepare or to encode. */
  #sendFromRing(audience: Audience<Watcher>, events: readonly CacheEvent[]): void {
    const [first] = events;
    assert(first, "a batch has an event");
    const watchers = [...audience.live];
    audience.live.clear();
    for (const watcher of watchers) {
      watcher.sentRevision = first.revision - 1;
      this.#catchUp(watcher);
    }
  }

  /** Sends bytes to a watcher that catches up. */
  #send(watcher: Watcher, bytes: Buffer): void {
    watcher.send(bytes, this.#options.revision());
    catchUpTurns.spend(bytes.length);
  }

  /** Releases the encoded initial state when all watchers of an audience are live. */
  #releaseInitialChunks(audience: Audience<Watcher>): void {
    if (audience.live.size === audience.members) this.#initialChunks.release(audience);
  }

  #endLagging(): void {
    if (this.#catchingUp.size === 0) return;
    const { floor } = this.#options.ring();
    for (const watcher of this.#catchingUp) {
      if (watcher.isStalledSinceBefore(floor)) this.#end(watcher, { reason: "lagging" });
    }
  }

  #catchUp(watcher: Watcher): void {
    this.#catchingUp.add(watcher);
    this.#sendUntilLive(watcher).catch((error: unknown) => {
      // The client can resume when the server runs again.
      const isStopping = isStorageError(error, "closed");
      this.#end(watcher, isStopping ? { reason: "interrupted" } : { reason: "failed", error });
    });
  }

  /** Sends to a watcher until it is live or has ended. */
  async #sendUntilLive(watcher: Watcher): Promise<void> {
    const { ring, revision, reach } = this.#options;
    while (!watcher.hasEnded) {
      if (watcher.isFull) await watcher.drained();
      else if (catchUpTurns.isOver) await catchUpTurns.next();
      else if (watcher.initial) await this.#sendInitial(watcher, watcher.initial);
      else if (watcher.sentRevision > revision()) await reach(watcher.sentRevision, watcher.signal);
      else if (watcher.sentRevision < ring().floor) await this.#sendHistory(watcher);
      else if (await this.#sendRing(watcher)) return;
      else await nextTurn();
    }
  }

  /** Sends some objects of the initial state. */
  async #sendInitial(watcher: Watcher, initial: InitialState): Promise<void> {
    const { audience, sentRevision } = watcher;
    const chunk = this.#initialChunks.next(audience, initial, sentRevision, catchUpTurn);
    const { bytes, slowEvent, isComplete } = chunk;
    if (bytes) this.#send(watcher, bytes);
    if (slowEvent) {
      const encoded = await this.#remoteEncodings.encode(slowEvent, audience.encoder);
      if (!watcher.hasEnded) this.#send(watcher, encoded);
    } else if (!isComplete) {
      await nextTurn();
    } else if (!watcher.hasEnded) {
      watcher.initial = undefined;
      watcher.sink.initialSent?.();
    }
  }

  /**
   * Sends some events of the ring.
   * @returns true if these were the last events, so that the watcher is live
   */
  async #sendRing(watcher: Watcher): Promise<boolean> {
    const events = this.#options.ring().firstAfter(watcher.sentRevision, catchUpTurn);
    const encodings = new BatchEncodings();
    const preparing = prepare(watcher, events);
    if (preparing) await preparing;
    const slow = this.#encodeSlow(watcher, events, encodings);
    if (slow) await slow;
    if (watcher.hasEnded) return false;
    watcher.sentRevision = events.at(-1)?.revision ?? watcher.sentRevision;
    const bytes = watcher.audience.encode(events, encodings);
    if (bytes) this.#send(watcher, bytes);
    // No asynchronous step may follow before the watcher is live. Otherwise an event would be missed or sent twice.
    if (watcher.isFull || watcher.hasEnded || watcher.sentRevision < this.#options.ring().newest) return false;
    this.#catchingUp.delete(watcher);
    watcher.audience.live.add(watcher);
    this.#releaseInitialChunks(watcher.audience);
    return true;
  }

  /**
   * Encodes those events that take long in the other thread. Adds the bytes to `encodings`.
   * @returns undefined if no event takes long, so that the caller need not wait
   */
  #encodeSlow(
    { audience }: Watcher,
    events: readonly CacheEvent[],
    encodings: BatchEncodings,
  ): Promise<void> | undefined {
    const slow = audience.slowEvents(events);
    return slow.length > 0 ? this.#remoteEncodings.encodeAll(slow, audience.encoder, encodings) : undefined;
  }

  /** Sends events of the engine's history, until the ring contains the next event or the client cannot take more. */
  async #sendHistory(watcher: Watcher): Promise<void> {
    using place = await this.#historyReaders.take(watcher.signal);
    if (!place) return;
    for await (const { events, revision } of this.#options.history(watcher.sentRevision, watcher.signal)) {
      const encodings = new BatchEncodings();
      await prepare(watcher, events);
      await this.#encodeSlow(watcher, events, encodings);
      if (watcher.hasEnded) return;
      const bytes = watcher.audience.encode(events, encodings);
      watcher.sentRevision = revision;
      if (bytes) this.#send(watcher, bytes);
      if (watcher.isFull || watcher.hasEnded || watcher.sentRevision >= this.#options.ring().floor) return;
    }
  }

  #end(watcher: Watcher, why: WatchEnd): void {
    if (this.remove(watcher)) watcher.sink.end(why);
  }
}

/**
 * Prepares the objects of the events for the selection of a watcher.
 * @returns undefined if all are ready, so that the caller need not wait
 */
function prepare({ audience, signal }: Watcher, events: readonly CacheEvent[]): Promise<void> | undefined {
  const objects = audience.unprepared(events);
  return objects.length > 0 ? audience.selection.preparation?.prepare(objects, signal) : undefined;
}

/** A watch as its owner uses it. It has only two fields, because there may be very many watches. */
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

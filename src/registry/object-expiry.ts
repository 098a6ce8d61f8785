/**
 * Deletes objects that have expired, if the engine does not. The time of expiry is part of each stored value, so it
 * survives restarts and is part of copies of the store. A queue keeps the times in order, so that expired objects are
 * found without a search. It is filled from the store at the start, and then follows the stream of changes.
 *
 * Each entry of the queue belongs to one write. When it is due, the object is deleted if that write is still its last
 * one. Otherwise the entry is ignored, because the object was written again or deleted.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { sleep, type Timer } from "../base/clock.ts";
import { type Due, DueQueue } from "../base/due-queue.ts";
import type { Logger } from "../base/logger.ts";
import type { FeedListener } from "../cache/index.ts";
import { type Change, isStorageError } from "../storage/index.ts";
import { expiryOf } from "./object-format.ts";
import type { Resource } from "./resource.ts";

/** Number of values that are read before other work runs. */
const pageEntries = 1000;
/** Number of objects that are deleted at the same time. */
const removalsMax = 500;
/** The queue is checked at least this often, because the wall clock may be set while the timer runs. */
const waitMsMax = 60_000;
const retryDelayMs = 1000;

interface ExpiryEntry extends Due {
  /** The full key in the engine. */
  readonly key: string;
  readonly revision: number;
}

/** Deletes the expired objects of one resource until it is disposed. */
export class ObjectExpiry implements FeedListener, AsyncDisposable {
  readonly #resource: Resource;
  readonly #logger: Logger;
  readonly #queue = new DueQueue<ExpiryEntry>();
  readonly #stop = new AbortController();
  #timer: Timer | undefined;
  /** The wall-clock time at which the timer checks the queue. */
  #timerAtMs = Number.POSITIVE_INFINITY;
  #reading: Promise<void>;
  #removing: Promise<void> | undefined;

  /** Starts at once: follows the changes and reads the store. */
  constructor(resource: Resource, logger: Logger) {
    this.#resource = resource;
    this.#logger = logger;
    resource.services.feed.listen(resource.prefix, this);
    this.#reading = this.#readStored();
  }

  onChanges(changes: readonly Change[]): void {
    for (const { key, value, revision } of changes) if (value) this.#enqueue(key, value, revision);
    this.#setTimer();
  }

  /** Called after changes may have been missed. Reads all values from the store again. */
  onInterrupted(): void {
    this.#queue.clear();
    this.#reading = this.#reading.then(() => this.#readStored());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    this.#timer?.cancel();
    this.#resource.services.feed.unlisten(this.#resource.prefix, this);
    await this.#reading;
    await this.#removing;
  }

  async #readStored(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.#readPages();
        return;
      } catch (error) {
        if (isStorageError(error, "closed")) return;
        this.#logger.warning("the expiry times of objects cannot be read", { error: String(error) });
        await sleep(this.#resource.services.clock, retryDelayMs, signal).catch(() => undefined);
      }
    }
  }

  /**
   * An object that is written during the read may get two entries. One of them is ignored when it is due, because it
   * belongs to an old write or was handled already.
   */
  async #readPages(): Promise<void> {
    const { engine } = this.#resource.services;
    const prefix = this.#resource.cache.fullKey("");
    let after: string | undefined;
    while (!this.#stop.signal.aborted) {
      const page = await engine.range(prefix, { limit: pageEntries, ...(after === undefined ? {} : { after }) });
      for (const { key, value, revision } of page.entries) this.#enqueue(key, value, revision);
      this.#setTimer();
      after = page.entries.at(-1)?.key;
      if (!page.more) return;
      await nextTurn();
    }
  }

  #enqueue(key: string, value: Uint8Array, revision: number): void {
    const atMs = expiryOf(value);
    if (atMs !== undefined) this.#queue.add({ atMs, key, revision });
  }

  /** Sets the timer for the first entry of the queue, unless the current timer fires earlier. */
  #setTimer(): void {
    const { first } = this.#queue;
    if (!first || this.#removing || this.#stop.signal.aborted || first.atMs >= this.#timerAtMs) return;
    const { clock } = this.#resource.services;
    this.#timer?.cancel();
    const delayMs = Math.min(Math.max(0, first.atMs - clock.nowMs()), waitMsMax);
    this.#timerAtMs = clock.nowMs() + delayMs;
    this.#timer = clock.after(delayMs, () => this.#onTimer());
  }

  #onTimer(): void {
    this.#timerAtMs = Number.POSITIVE_INFINITY;
    this.#removing = this.#removeDue().finally(() => {
      this.#removing = undefined;
      this.#setTimer();
    });
  }

  async #removeDue(): Promise<void> {
    const { clock } = this.#resource.services;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const due = this.#queue.takeDue(clock.nowMs(), removalsMax);
      if (due.length === 0) return;
      const failed = await this.#remove(due);
      for (const entry of failed) this.#queue.add(entry);
      if (failed.length > 0) await sleep(clock, retryDelayMs, signal).catch(() => undefined);
    }
  }

  /** Deletes the objects. Returns the entries whose deletion failed and is to be repeated. */
  async #remove(due: readonly ExpiryEntry[]): Promise<ExpiryEntry[]> {
    const { engine } = this.#resource.services;
    const results = await Promise.allSettled(due.map(({ key, revision }) => engine.delete(key, revision)));
    const failures = results.flatMap((result, index) => {
      const entry = due[index];
      return entry && result.status === "rejected" && !isObsolete(result.reason)
        ? [{ entry, error: result.reason as unknown }]
        : [];
    });
    if (failures[0]) this.#logger.error("expired objects cannot be deleted", failures[0].error);
    return failures.map(({ entry }) => entry);
  }
}

/** Whether the entry needs no further attempt: the object was written again or deleted, or the store is closed. */
function isObsolete(error: unknown): boolean {
  return isStorageError(error, "revision-conflict", "key-not-found", "closed");
}

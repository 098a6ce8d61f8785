/**
 * Removes objects whose time is over. When that is stands in each stored value: it survives restarts and travels with
 * copies of the store. Here the times are kept in order, so that nothing has to be searched for what is due; they are
 * read from the store at the start, then follow the stream of changes.
 *
 * An entry stands for one write. When it falls due, the object is removed provided that this was its last write; an
 * object that was written again, or is gone, has made the entry void.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { sleep, type Timer } from "../base/clock.ts";
import { type Due, DueQueue } from "../base/due-queue.ts";
import type { Logger } from "../base/logger.ts";
import type { FeedListener } from "../cache/index.ts";
import { type Change, isStorageError } from "../storage/index.ts";
import { expiryOf } from "./object-format.ts";
import type { Resource } from "./resource.ts";

/** Values that are read before other work gets its turn. */
const pageEntries = 1000;
/** Objects that are removed at a time. */
const removalsMax = 500;
/** The wall clock may be set meanwhile: it is looked at this often. */
const waitMsMax = 60_000;
const retryDelayMs = 1000;

interface Expiring extends Due {
  /** In the engine. */
  readonly key: string;
  readonly revision: number;
}

export class ObjectExpiry implements FeedListener, AsyncDisposable {
  readonly #resource: Resource;
  readonly #logger: Logger;
  readonly #queue = new DueQueue<Expiring>();
  readonly #stop = new AbortController();
  #timer: Timer | undefined;
  /** When the timer is to look at the queue, in the wall clock's time. */
  #wakeMs = Number.POSITIVE_INFINITY;
  #reading: Promise<void>;
  #removing: Promise<void> | undefined;

  /** Starts at once. */
  constructor(resource: Resource, logger: Logger) {
    this.#resource = resource;
    this.#logger = logger;
    resource.services.feed.listen(resource.prefix, this);
    this.#reading = this.#readStored();
  }

  onChanges(changes: readonly Change[]): void {
    for (const { key, value, revision } of changes) if (value) this.#note(key, value, revision);
    this.#arm();
  }

  /** Changes may have been missed: those are in the store. */
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
        this.#logger.warning("what expires cannot be read", { error: String(error) });
        await sleep(this.#resource.services.clock, retryDelayMs, signal).catch(() => undefined);
      }
    }
  }

  /** What is written meanwhile is noted twice at most, and one of the two is void. */
  async #readPages(): Promise<void> {
    const { engine } = this.#resource.services;
    const prefix = this.#resource.cache.fullKey("");
    let after: string | undefined;
    while (!this.#stop.signal.aborted) {
      const page = await engine.range(prefix, { limit: pageEntries, ...(after === undefined ? {} : { after }) });
      for (const { key, value, revision } of page.entries) this.#note(key, value, revision);
      this.#arm();
      after = page.entries.at(-1)?.key;
      if (!page.more) return;
      await nextTurn();
    }
  }

  #note(key: string, value: Uint8Array, revision: number): void {
    const atMs = expiryOf(value);
    if (atMs !== undefined) this.#queue.add({ atMs, key, revision });
  }

  /** Sees to it that the first of the queue is looked at in time. */
  #arm(): void {
    const { first } = this.#queue;
    if (!first || this.#removing || this.#stop.signal.aborted || first.atMs >= this.#wakeMs) return;
    const { clock } = this.#resource.services;
    this.#timer?.cancel();
    const delayMs = Math.min(Math.max(0, first.atMs - clock.nowMs()), waitMsMax);
    this.#wakeMs = clock.nowMs() + delayMs;
    this.#timer = clock.after(delayMs, () => this.#wake());
  }

  #wake(): void {
    this.#wakeMs = Number.POSITIVE_INFINITY;
    this.#removing = this.#removeDue().finally(() => {
      this.#removing = undefined;
      this.#arm();
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

  /** @returns those that are to be tried again */
  async #remove(due: readonly Expiring[]): Promise<Expiring[]> {
    const { engine } = this.#resource.services;
    const results = await Promise.allSettled(due.map(({ key, revision }) => engine.delete(key, revision)));
    const failures = results.flatMap((result, index) => {
      const entry = due[index];
      return entry && result.status === "rejected" && !isVoid(result.reason)
        ? [{ entry, error: result.reason as unknown }]
        : [];
    });
    if (failures[0]) this.#logger.error("what has expired cannot be removed", failures[0].error);
    return failures.map(({ entry }) => entry);
  }
}

/** The object was written again, or is gone; or there is nothing left to remove it from. */
function isVoid(error: unknown): boolean {
  return isStorageError(error, "revision-conflict", "key-not-found", "closed");
}

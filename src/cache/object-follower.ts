/**
 * Passes all objects of a resource to a consumer, first the stored ones and then each change. Unlike a `ResourceCache`, it keeps
 * no objects. The consumer has each change before the response of its write is sent, because the change feed calls all
 * its listeners before it reports the revision.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ObjectConsumer } from "../base/object-consumer.ts";
import { type Change, type Entry, isStorageError } from "../storage/index.ts";
import type { ChangeFeed, FeedListener } from "./change-feed.ts";
import type { ObjectFormat } from "./object-format.ts";

/** Number of objects that are read before other work runs. */
const pageEntries = 500;

/** The resource that an ObjectFollower follows, and the receiver of its objects. */
export interface ObjectFollowerOptions {
  readonly feed: ChangeFeed;
  /** The prefix of the resource's keys, relative to the feed's prefix, with a slash at its end: `pods/`. */
  readonly prefix: string;
  readonly format: Pick<ObjectFormat, "present">;
  readonly consumer: ObjectConsumer;
}

/** Follows the objects of one resource, from the first call of `ready` until it is disposed. */
export class ObjectFollower implements FeedListener, Disposable {
  readonly #options: ObjectFollowerOptions;
  #loading: Promise<void> | undefined;
  #isLoaded = false;
  /** The revision of the stored objects that were read. */
  #loadedRevision = 0;
  #interruptions = 0;
  #changesWhileLoading: Change[] = [];

  constructor(options: ObjectFollowerOptions) {
    this.#options = options;
  }

  /** Whether the consumer has all objects. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /**
   * Passes the stored objects to the consumer, unless it has them.
   * @throws StorageError
   */
  async ready(): Promise<void> {
    if (this.#isLoaded) return;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
  }

  onChanges(changes: readonly Change[]): void {
    if (this.#isLoaded) this.#apply(changes);
    else this.#changesWhileLoading.push(...changes);
  }

  onInterrupted(): void {
    this.#interruptions++;
    this.#stop();
  }

  [Symbol.dispose](): void {
    this.#stop();
  }

  #stop(): void {
    this.#isLoaded = false;
    this.#changesWhileLoading = [];
    this.#options.feed.unlisten(this.#options.prefix, this);
  }

  /** Reads all objects. Starts again if the feed is interrupted meanwhile, because changes would be missing. */
  async #load(): Promise<void> {
    const { feed, prefix, consumer } = this.#options;
    while (!this.#isLoaded) {
      const interruptions = this.#interruptions;
      const isCurrent = (): boolean => interruptions === this.#interruptions;
      feed.listen(prefix, this);
      try {
        consumer.clear();
        const revision = await feed.runLoad(() => this.#readPages(isCurrent));
        if (isCurrent()) this.#finishLoading(revision);
      } catch (error) {
        if (isCurrent()) this.#stop();
        throw error;
      }
    }
  }

  #finishLoading(revision: number): void {
    this.#loadedRevision = revision;
    this.#isLoaded = true;
    this.#apply(this.#changesWhileLoading.splice(0));
  }

  /** Passes all objects of one revision to the consumer. Returns the revision. */
  async #readPages(isCurrent: () => boolean): Promise<number> {
    const { engine } = this.#options.feed;
    let at: number | undefined;
    let after: string | undefined;
    for (;;) {
      const page = await engine.range(this.#fullPrefix, {
        limit: pageEntries,
        ...(at === undefined ? {} : { at }),
        ...(after === undefined ? {} : { after }),
      });
      for (const entry of page.entries) this.#pass(entry);
      at ??= page.revision;
      after = page.entries.at(-1)?.key;
      if (!page.more || !isCurrent()) return at;
      await nextTurn();
    }
  }

  #apply(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.revision <= this.#loadedRevision) continue;
      if (change.value) this.#pass({ ...change, value: change.value });
      else this.#options.consumer.delete(this.#relativeKey(change.key));
    }
  }

  /** Passes an object. An object that cannot be read counts as deleted. */
  #pass(entry: Entry): void {
    const { consumer } = this.#options;
    const key = this.#relativeKey(entry.key);
    const json = this.#present(entry);
    if (json) consumer.set(key, json);
    else consumer.delete(key);
  }

  #present({ damage, value, revision }: Entry): Buffer | undefined {
    if (damage) return undefined;
    try {
      return this.#options.format.present(value, revision).bytes;
    } catch (error) {
      if (isStorageError(error, "corrupt")) return undefined;
      throw error;
    }
  }

  get #fullPrefix(): string {
    return this.#options.feed.fullKey(this.#options.prefix, "");
  }

  #relativeKey(key: string): string {
    return key.slice(this.#fullPrefix.length);
  }
}

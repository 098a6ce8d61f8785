/**
 * Implements the Engine interface in a process that reads a store which another process writes. Reads, watches and
 * `progress()` use the store directly. Writes go to the process that owns the store.
 *
 * The owner reports each commit with `follow()`. Reports only shorten delays: `progress()` reads the newest revision from
 * the store itself. So a consistent read sees every commit that any process can have seen before.
 */
import type { Change, Engine, StoredValues, Write } from "../engine.ts";
import { readUnlessCorrupt } from "../errors.ts";
import { recentBytesMax, recentChangesMax } from "../limits.ts";
import type { StoreOwner } from "../store-owner.ts";
import type { LedgerView } from "./ledger.ts";
import { LedgerReader, type LedgerReaderOptions } from "./ledger-reader.ts";

/** The owner of the store that a FollowerEngine reads. */
export interface FollowerEngineOptions extends LedgerReaderOptions {
  readonly owner: StoreOwner;
  /** Closes the files of the store. */
  readonly closeStore: () => Promise<void>;
}

/** An engine on a store that another process owns. */
export class FollowerEngine extends LedgerReader implements Engine {
  readonly #ledger: LedgerView;
  readonly #options: FollowerEngineOptions;
  #compactedRevision: number;
  #isClosed = false;
  /** Writes whose outcome the owner has not reported yet. */
  readonly #writesInProgress = new Set<Promise<unknown>>();

  readonly sharedValues: StoredValues = {
    valueAt: (key, revision) => {
      this.checkOpen();
      return this.#ledger.record(revision, key)?.value;
    },
  };

  constructor(ledger: LedgerView, options: FollowerEngineOptions) {
    super(ledger, options);
    this.#ledger = ledger;
    this.#options = options;
    this.#compactedRevision = ledger.readableFrom;
  }

  /** Reads the number from the store, because the owner does not report compactions. */
  get compactedRevision(): number {
    if (!this.#isClosed) this.#compactedRevision = Math.max(this.#compactedRevision, this.#ledger.readableFrom);
    return this.#compactedRevision;
  }

  /** Announces the commits that are new in the store. Call this when the owner reports a commit. */
  follow(): void {
    if (!this.#isClosed) this.#announceNewCommits();
  }

  newestRevision(): number {
    this.follow();
    return this.revision;
  }

  async progress(): Promise<number> {
    this.checkOpen();
    this.#announceNewCommits();
    this.hub.requestProgress();
    return this.revision;
  }

  async put(key: string, value: Uint8Array, expected: number): Promise<number> {
    return await this.commit([{ key, value, expected }]);
  }

  async delete(key: string, expected: number): Promise<number> {
    return await this.commit([{ key, value: undefined, expected }]);
  }

  async commit(writes: readonly Write[]): Promise<number> {
    this.checkWrites(writes);
    return await this.#whenVisible(this.#options.owner.commit(writes));
  }

  async removeDamaged(key: string): Promise<number> {
    this.checkSizes(key, 0);
    const revision = await this.#whenVisible(this.#options.owner.removeDamaged(key));
    this.damaged.delete(key);
    return revision;
  }

  async compact(revision: number): Promise<void> {
    this.checkOpen();
    await this.#options.owner.compact(revision);
  }

  async check(): Promise<readonly string[]> {
    this.checkOpen();
    return await this.#options.owner.check();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.allSettled(this.#writesInProgress);
    this.hub.close();
    await this.#options.closeStore();
  }

  protected get removedThrough(): number {
    return 0;
  }

  protected get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Waits for the outcome of a write. This process then sees the write, or the state that caused its rejection. */
  async #whenVisible(write: Promise<number>): Promise<number> {
    this.#writesInProgress.add(write);
    try {
      return await write;
    } finally {
      this.#writesInProgress.delete(write);
      if (!this.#isClosed) this.#announceNewCommits();
    }
  }

  #announceNewCommits(): void {
    const committedRevision = this.#ledger.lastRevision;
    if (committedRevision <= this.revision) return;
    const changes = this.#readChanges(committedRevision);
    if (changes) this.hub.announce({ changes, revision: committedRevision });
    else this.hub.announceUnread(committedRevision);
  }

  /**
   * Returns the changes after the announced revision. Undefined if they are too many to read at once, or if one of them
   * cannot be read. Watchers then read them in several turns.
   */
  #readChanges(through: number): readonly Change[] | undefined {
    if (through - this.revision > recentChangesMax) return undefined;
    const changes: Change[] = [];
    let bytes = 0;
    for (let revision = this.revision + 1; revision <= through; revision++) {
      const change = readUnlessCorrupt(
        () => this.history.change(revision),
        () => undefined,
      );
      bytes += (change?.value?.length ?? 0) + (change?.previous?.value.length ?? 0);
      if (!change || bytes > recentBytesMax) return undefined;
      changes.push(change);
    }
    return changes;
  }
}

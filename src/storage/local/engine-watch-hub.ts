/**
 * Distributes committed changes to watchers. All watchers share one limited buffer of recent batches. Each watcher has
 * only a position in the stream of revisions, and no queue. A watcher that is older than the buffer reads from the
 * store.
 *
 * A watcher that is up to date parks here. Commits without changes for it cost it nothing. It is woken for a change
 * under its prefix, or to report progress after a progress request.
 */
import type { Change, ChangeBatch } from "../engine.ts";
import { recentBytesMax, recentChangesMax } from "../limits.ts";

interface RecentBatch extends ChangeBatch {
  readonly bytes: number;
}

interface ParkedWatcher {
  readonly prefix: string;
  /** The last revision that the watcher has reported to its consumer. */
  readonly reportedRevision: number;
  /** @param through the watcher has no changes up to this revision */
  readonly wake: (through: number) => void;
}

/** The recent changes of an engine, and the watchers that wait for more. */
export class EngineWatchHub {
  /** The newest announced revision. */
  #revision: number;
  /** The buffer holds all changes after this revision. */
  #recentAfter: number;
  #recent: RecentBatch[] = [];
  #recentChanges = 0;
  #recentBytes = 0;
  #requestedProgress = 0;
  readonly #parked = new Set<ParkedWatcher>();

  constructor(revision: number) {
    this.#revision = revision;
    this.#recentAfter = revision;
  }

  get revision(): number {
    return this.#revision;
  }

  /** Number of watchers that are parked. */
  get parkedCount(): number {
    return this.#parked.size;
  }

  announce(batch: ChangeBatch): void {
    const before = this.#revision;
    this.#revision = batch.revision;
    this.#remember(batch);
    this.#wake(before, ({ prefix }) => batch.changes.some(({ key }) => key.startsWith(prefix)));
  }

  /**
   * Announces that the revisions up to `revision` are committed, without their changes. Watchers read them from the
   * store.
   */
  announceUnread(revision: number): void {
    const before = this.#revision;
    this.#revision = revision;
    this.#recent = [];
    this.#recentChanges = 0;
    this.#recentBytes = 0;
    this.#recentAfter = revision;
    this.#wake(before, () => true);
  }

  /** Makes each watcher that is up to date report the present revision to its consumer. */
  requestProgress(): void {
    this.#requestedProgress = this.#revision;
    this.#wake(this.#revision, ({ reportedRevision }) => reportedRevision < this.#revision);
  }

  wantsProgress(reportedRevision: number): boolean {
    return reportedRevision < this.#requestedProgress;
  }

  /** Whether the buffer still holds all changes after `position`. */
  hasChangesSince(position: number): boolean {
    return position >= this.#recentAfter;
  }

  /**
   * Returns the first changes under `prefix` after `position`, all of one commit. Without such changes, returns an
   * empty batch with the newest revision. The buffer must still hold all changes after `position`.
   */
  next(prefix: string, position: number): ChangeBatch {
    for (let index = this.#firstAfter(position); index < this.#recent.length; index++) {
      const batch = this.#recent[index];
      const changes = batch?.changes.filter(({ key, revision }) => revision > position && key.startsWith(prefix));
      if (batch && changes && changes.length > 0) return { changes, revision: batch.revision };
    }
    return { changes: [], revision: this.#revision };
  }

  /**
   * Parks a watcher that is up to date. Resolves when there may be something to deliver, or when `signal` is aborted.
   * @returns a revision up to which there are no changes under `prefix`
   */
  park(prefix: string, reportedRevision: number, signal: AbortSignal): Promise<number> {
    return new Promise((resolve) => {
      const wake = (through: number): void => {
        this.#parked.delete(parked);
        signal.removeEventListener("abort", onAbort);
        resolve(through);
      };
      const onAbort = (): void => wake(this.#revision);
      const parked: ParkedWatcher = { prefix, reportedRevision, wake };
      this.#parked.add(parked);
      signal.addEventListener("abort", onAbort);
    });
  }

  /** Wakes all watchers, so that they notice that the engine is closed. */
  close(): void {
    this.#wake(this.#revision, () => true);
  }

  #wake(through: number, concerned: (watcher: ParkedWatcher) => boolean): void {
    for (const watcher of this.#parked) if (concerned(watcher)) watcher.wake(through);
  }

  #remember(batch: ChangeBatch): void {
    const bytes = batch.changes.reduce((sum, change) => sum + bytesOf(change), 0);
    this.#recent.push({ bytes, ...batch });
    this.#recentChanges += batch.changes.length;
    this.#recentBytes += bytes;
    while (this.#recentChanges > recentChangesMax || this.#recentBytes > recentBytesMax) this.#forgetOldest();
  }

  #forgetOldest(): void {
    const oldest = this.#recent.shift();
    if (oldest === undefined) return;
    this.#recentAfter = oldest.revision;
    this.#recentChanges -= oldest.changes.length;
    this.#recentBytes -= oldest.bytes;
  }

  /** Returns the index of the first batch in the buffer with a revision after `position`. */
  #firstAfter(position: number): number {
    let low = 0;
    let high = this.#recent.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#recent[middle]?.revision ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function bytesOf(change: Change): number {
  return 2 * change.key.length + (change.value?.length ?? 0) + (change.previous?.value.length ?? 0);
}

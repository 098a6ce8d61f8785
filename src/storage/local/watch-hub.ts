/**
 * Spreads committed changes to watchers. It keeps one bounded buffer of recent batches for all of them and no queue for
 * any: a watcher is a position in the stream of revisions. One that has fallen behind the buffer reads from the store.
 *
 * A watcher that is up to date parks here. Commits without a change for it cost it nothing: it is woken for a change of
 * its own, or for progress once somebody has asked for it.
 */
import type { Change, ChangeBatch } from "../engine.ts";
import { recentBytesMax, recentChangesMax } from "../limits.ts";

interface Recent extends ChangeBatch {
  readonly bytes: number;
}

interface Parked {
  readonly prefix: string;
  /** The last revision that the watcher's consumer has been told of. */
  readonly told: number;
  /** @param through no change up to this revision concerns the watcher */
  readonly wake: (through: number) => void;
}

export class WatchHub {
  /** The newest announced revision. */
  #revision: number;
  /** The buffer holds every change after this revision. */
  #recentAfter: number;
  #recent: Recent[] = [];
  #recentChanges = 0;
  #recentBytes = 0;
  #progressWanted = 0;
  readonly #parked = new Set<Parked>();

  constructor(revision: number) {
    this.#revision = revision;
    this.#recentAfter = revision;
  }

  get revision(): number {
    return this.#revision;
  }

  /** Number of watchers that wait for something to happen. */
  get parkedCount(): number {
    return this.#parked.size;
  }

  announce(batch: ChangeBatch): void {
    const before = this.#revision;
    this.#revision = batch.revision;
    this.#remember(batch);
    this.#wake(before, ({ prefix }) => batch.changes.some(({ key }) => key.startsWith(prefix)));
  }

  /** Makes every watcher that is up to date tell its consumer so. */
  requestProgress(): void {
    this.#progressWanted = this.#revision;
    this.#wake(this.#revision, ({ told }) => told < this.#revision);
  }

  wantsProgress(told: number): boolean {
    return told < this.#progressWanted;
  }

  /** False when changes right after `position` have left the buffer. */
  remembersSince(position: number): boolean {
    return position >= this.#recentAfter;
  }

  /**
   * The first changes under `prefix` after `position`, those of one commit; none, up to the newest revision, when there
   * are no such changes. The buffer must remember `position`.
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
   * For a watcher that has seen everything: resolves when there may be something to deliver, or `signal` is aborted.
   * @returns a revision that the watcher may move on to without missing a change under `prefix`
   */
  park(prefix: string, told: number, signal: AbortSignal): Promise<number> {
    return new Promise((resolve) => {
      const wake = (through: number): void => {
        this.#parked.delete(parked);
        signal.removeEventListener("abort", onAbort);
        resolve(through);
      };
      const onAbort = (): void => wake(this.#revision);
      const parked: Parked = { prefix, told, wake };
      this.#parked.add(parked);
      signal.addEventListener("abort", onAbort);
    });
  }

  /** Lets every watcher find out that the engine is closed. */
  close(): void {
    this.#wake(this.#revision, () => true);
  }

  #wake(through: number, concerned: (watcher: Parked) => boolean): void {
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

  /** Index of the first remembered batch with a revision after `position`. */
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

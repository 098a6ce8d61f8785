/**
 * Keeps compaction from removing records that a longer read still needs. A compaction first rejects new reads of older
 * revisions and then waits for the running ones, so the wait is short.
 */
import { type Deferred, deferred } from "../../base/deferred.ts";

/** The revisions that running reads need. */
export class ReadPins {
  readonly #pinned = new Set<{ readonly revision: number }>();
  #waiting: { readonly below: number; readonly done: Deferred<void> }[] = [];

  /** Keeps a revision readable. @returns a function that ends this */
  pin(revision: number): () => void {
    const pin = { revision };
    this.#pinned.add(pin);
    return () => {
      this.#pinned.delete(pin);
      this.#release();
    };
  }

  /** Resolves when no read of a revision below `revision` is running. */
  async noneBelow(revision: number): Promise<void> {
    if (this.#isFreeBelow(revision)) return;
    const done = deferred();
    this.#waiting.push({ below: revision, done });
    await done.promise;
  }

  #release(): void {
    this.#waiting = this.#waiting.filter(({ below, done }) => {
      const free = this.#isFreeBelow(below);
      if (free) done.resolve();
      return !free;
    });
  }

  #isFreeBelow(revision: number): boolean {
    for (const pin of this.#pinned) if (pin.revision < revision) return false;
    return true;
  }
}

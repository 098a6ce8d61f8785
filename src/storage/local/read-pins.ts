/**
 * Keeps compaction from taking records out from under a read that spans several turns of the event loop.
 * New reads below the new limit are refused before a compaction waits here, so the wait is short.
 */
import { type Deferred, deferred } from "../../base/deferred.ts";

export class ReadPins {
  readonly #pinned = new Set<{ readonly revision: number }>();
  #waiting: { readonly below: number; readonly done: Deferred<void> }[] = [];

  /** @returns what ends the pin */
  pin(revision: number): () => void {
    const pin = { revision };
    this.#pinned.add(pin);
    return () => {
      this.#pinned.delete(pin);
      this.#release();
    };
  }

  /** Resolves once no read of a revision below `revision` is under way. */
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

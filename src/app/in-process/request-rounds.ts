/**
 * Lets the event loop continue while requests follow each other without a pause. A request in the same process needs no
 * I/O. Two controllers that undo each other's changes would therefore run forever within one round of the event loop, and
 * no timer, signal or other client would ever have its turn.
 */

import { type Deferred, deferred } from "../../base/deferred.ts";

/** A chain of this many requests takes tens of milliseconds. Ordinary tests end before. */
const requestsPerRoundMax = 200;

/** Counts the requests of one round of the event loop. */
export class RequestRounds {
  #requests = 0;
  #ended: Deferred<void> | undefined;
  #end: NodeJS.Immediate | undefined;

  /** Resolves at once, or in a later round if this one has had its maximum number of requests. */
  async enter(): Promise<void> {
    while (this.#requests >= requestsPerRoundMax) {
      this.#end?.ref();
      this.#ended ??= deferred();
      await this.#ended.promise;
    }
    this.#requests++;
    // The end of a round that nothing waits for must not keep the process alive.
    this.#end ??= setImmediate(() => this.#finish()).unref();
  }

  #finish(): void {
    this.#requests = 0;
    this.#end = undefined;
    this.#ended?.resolve();
    this.#ended = undefined;
  }
}

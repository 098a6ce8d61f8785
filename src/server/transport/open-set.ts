/** What is open: members leave by closing. */
import type { EventEmitter } from "node:events";
import { type Deferred, deferred } from "../../base/deferred.ts";

export class OpenSet<T extends EventEmitter> implements Iterable<T> {
  readonly #members = new Set<T>();
  #empty: Deferred<void> | undefined;

  /** @param member emits `close` once */
  add(member: T): void {
    if (this.#members.has(member)) return;
    this.#members.add(member);
    member.on("close", () => {
      this.#members.delete(member);
      if (this.#members.size > 0) return;
      this.#empty?.resolve();
      this.#empty = undefined;
    });
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#members.values();
  }

  /** Resolves when nothing is open for the first time from now on. */
  async empty(): Promise<void> {
    if (this.#members.size === 0) return;
    this.#empty ??= deferred();
    await this.#empty.promise;
  }
}

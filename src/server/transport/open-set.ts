/** What is open: members leave by closing. */
import type { EventEmitter } from "node:events";
import { type Deferred, deferred } from "../../base/deferred.ts";
import { LinkedSet } from "../../base/linked-set.ts";

export class OpenSet<T extends EventEmitter> implements Iterable<T> {
  readonly #members = new LinkedSet<T>();
  #empty: Deferred<void> | undefined;

  /** @param member not in it yet; emits `close` once */
  add(member: T): void {
    const place = this.#members.add(member);
    member.on("close", () => {
      this.#members.remove(place);
      if (this.#members.size > 0) return;
      this.#empty?.resolve();
      this.#empty = undefined;
    });
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#members[Symbol.iterator]();
  }

  /** Resolves when nothing is open for the first time from now on. */
  async empty(): Promise<void> {
    if (this.#members.size === 0) return;
    this.#empty ??= deferred();
    await this.#empty.promise;
  }
}

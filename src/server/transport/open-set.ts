/** A set of open connections, sessions or responses. */
import type { EventEmitter } from "node:events";
import { type Deferred, deferred } from "../../base/deferred.ts";
import { LinkedSet } from "../../base/linked-set.ts";

/** A set whose members leave it when they emit `close`. */
export class OpenSet<T extends EventEmitter> implements Iterable<T> {
  readonly #members = new LinkedSet<T>();
  #empty: Deferred<void> | undefined;

  /** @param member must not be in the set, and must emit `close` once */
  add(member: T): void {
    const entry = this.#members.add(member);
    member.on("close", () => {
      this.#members.remove(entry);
      if (this.#members.size > 0) return;
      this.#empty?.resolve();
      this.#empty = undefined;
    });
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#members[Symbol.iterator]();
  }

  /** Resolves at once if the set is empty, and otherwise when it becomes empty. */
  async empty(): Promise<void> {
    if (this.#members.size === 0) return;
    this.#empty ??= deferred();
    await this.#empty.promise;
  }
}

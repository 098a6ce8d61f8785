/** Calls of another thread or process whose results have not arrived yet, by their number. */
import { type Deferred, deferred } from "./deferred.ts";

/** Numbers calls, and resolves each when its result arrives. */
export class PendingCalls<Result> {
  readonly #pending = new Map<number, Deferred<Result>>();
  #lastId = 0;
  #failure: Error | undefined;

  /**
   * Starts a call.
   * @param send sends the call with this number
   * @returns the result
   */
  call(send: (id: number) => void): Promise<Result> {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = ++this.#lastId;
    const result = deferred<Result>();
    this.#pending.set(id, result);
    send(id);
    return result.promise;
  }

  /** Completes a call. Has no effect on unknown numbers. */
  resolve(id: number, result: Result): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.resolve(result);
  }

  /** Fails all open calls and all later ones. */
  failAll(error: Error): void {
    this.#failure = error;
    const open = [...this.#pending.values()];
    this.#pending.clear();
    for (const call of open) call.reject(error);
  }
}

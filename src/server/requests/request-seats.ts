/**
 * Seats for concurrent requests, and the requests that wait for one. Each user's requests wait in a separate queue, and
 * free seats go to the queues in turn. So a user with hundreds of waiting requests delays another user's request by
 * about one request, not by hundreds.
 */
import type { Clock } from "../../base/clock.ts";
import { type Deferred, deferred } from "../../base/deferred.ts";
import { PlainTextError } from "../render-error.ts";

/** Limits of waiting requests. */
export interface WaitingLimits {
  /** Greatest number of waiting requests of one user. */
  readonly perUserMax: number;
  /** Greatest number of waiting requests of all users. */
  readonly allMax: number;
  /** A request that gets no seat within this time is rejected. */
  readonly waitMaxMs: number;
}

/**
 * The limits of a server. A user of the reference has about 400 waiting requests at most. A rejection after five
 * seconds still reaches a client whose own limit is ten seconds or more.
 */
export const waitingLimits: WaitingLimits = { perUserMax: 500, allMax: 2000, waitMaxMs: 5000 };

/** Number of seats, limits of waiting requests, and the clock that measures the wait. */
export interface RequestSeatsOptions {
  /** Returns the number of seats. If it decreases, taken seats remain taken until their requests end. */
  readonly seatsMax: () => number;
  readonly limits: WaitingLimits;
  readonly clock: Clock;
}

/** The seats of one kind of requests. */
export class RequestSeats {
  readonly #options: RequestSeatsOptions;
  #takenCount = 0;
  #waitingCount = 0;
  /** Waiting requests by user. The queue that gets the next free seat is first. No queue is empty. */
  readonly #queues = new Map<string, Set<Deferred<void>>>();

  constructor(options: RequestSeatsOptions) {
    this.#options = options;
  }

  /** Number of requests that wait. */
  get waitingCount(): number {
    return this.#waitingCount;
  }

  /** Takes a free seat. @returns false if no seat is free */
  tryTake(): boolean {
    if (this.#takenCount >= this.#options.seatsMax()) return false;
    this.#takenCount++;
    return true;
  }

  /**
   * Waits for a seat, and takes it. Only for a request that has found no free seat.
   * @param signal ends the wait
   * @throws PlainTextError 429 if too many requests wait, or if the wait takes too long; the signal's reason
   */
  async wait(userName: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const waiter = this.#enqueue(userName);
    const reject = (error: unknown): void => {
      if (this.#remove(userName, waiter)) waiter.reject(error);
    };
    const onAbort = (): void => reject(signal.reason);
    const { clock, limits } = this.#options;
    const timer = clock.after(limits.waitMaxMs, () => reject(tooManyRequests()));
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      await waiter.promise;
    } finally {
      timer.cancel();
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Gives a seat back. The next waiting request gets it. */
  release(): void {
    const [next] = this.#takenCount <= this.#options.seatsMax() ? this.#queues : [];
    if (!next) {
      this.#takenCount--;
      return;
    }
    const [userName, queue] = next;
    const [waiter] = queue;
    this.#queues.delete(userName);
    this.#queues.set(userName, queue);
    if (waiter && this.#remove(userName, waiter)) waiter.resolve();
  }

  #enqueue(userName: string): Deferred<void> {
    const queue = this.#queues.get(userName) ?? new Set();
    const { perUserMax, allMax } = this.#options.limits;
    if (queue.size >= perUserMax) throw tooManyRequests();
    if (this.#waitingCount >= allMax) this.#rejectFromLongestQueue(queue.size + 1);
    const waiter = deferred();
    this.#queues.set(userName, queue.add(waiter));
    this.#waitingCount++;
    return waiter;
  }

  /**
   * Rejects the newest request of the longest queue, so that users with few requests are served although other users
   * fill the whole room for waiting requests.
   * @param length the new length of the queue of the request that needs the place
   * @throws PlainTextError 429 if no queue is longer
   */
  #rejectFromLongestQueue(length: number): void {
    let [longestName, longest] = ["", new Set<Deferred<void>>()];
    for (const [name, queue] of this.#queues) if (queue.size > longest.size) [longestName, longest] = [name, queue];
    const newest = longest.size > length ? [...longest].at(-1) : undefined;
    if (!newest) throw tooManyRequests();
    this.#remove(longestName, newest);
    newest.reject(tooManyRequests());
  }

  /** @returns false if the request is not waiting */
  #remove(userName: string, waiter: Deferred<void>): boolean {
    const queue = this.#queues.get(userName);
    if (!queue?.delete(waiter)) return false;
    if (queue.size === 0) this.#queues.delete(userName);
    this.#waitingCount--;
    return true;
  }
}

function tooManyRequests(): PlainTextError {
  return new PlainTextError(429, "Too many requests, please try again later.\n", { "retry-after": "1" });
}

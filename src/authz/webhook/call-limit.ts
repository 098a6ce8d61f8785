/**
 * Limits the concurrent calls of a webhook for each user. Reviews that hang then delay only other reviews of
 * the same user. Reviews that wait are limited in number and time, so that they cannot fill the memory.
 */
import type { Clock } from "../../base/clock.ts";
import { Semaphore } from "../../base/semaphore.ts";
import type { FailedReview } from "./review-caller.ts";

/** Limits of the reviews of one webhook. */
export interface ReviewLimits {
  /** Number of reviews of one user for which the webhook is called at the same time. */
  readonly callsPerUserMax: number;
  /** Number of reviews of one user that run or wait. */
  readonly perUserMax: number;
  /** Number of reviews of all users that run or wait. */
  readonly allMax: number;
  /** A review that is still waiting after this time fails. */
  readonly waitMaxMs: number;
}

/** A webhook has 256 connections, so 16 users whose reviews hang occupy it. */
export const reviewLimits: ReviewLimits = { callsPerUserMax: 16, perUserMax: 256, allMax: 1024, waitMaxMs: 10_000 };

interface UserReviews {
  readonly permits: Semaphore;
  count: number;
}

/** The reviews of one webhook that run or wait. */
export class CallLimit {
  readonly #clock: Clock;
  readonly #limits: ReviewLimits;
  readonly #users = new Map<string, UserReviews>();
  #count = 0;

  constructor(clock: Clock, limits: ReviewLimits = reviewLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Number of users with reviews that run or wait. */
  get userCount(): number {
    return this.#users.size;
  }

  /** Returns the result of `call`, which runs when the user's earlier reviews allow it. */
  async run<T>(userName: string, call: () => Promise<T>): Promise<T | FailedReview> {
    const { callsPerUserMax, perUserMax, allMax } = this.#limits;
    const reviews = this.#users.get(userName) ?? { permits: new Semaphore(callsPerUserMax), count: 0 };
    if (reviews.count >= perUserMax) return failed(`more than ${perUserMax} reviews of this user are in progress`);
    if (this.#count >= allMax) return failed(`more than ${allMax} reviews are in progress`);
    this.#users.set(userName, reviews);
    reviews.count++;
    this.#count++;
    try {
      using permit = await this.#take(reviews.permits);
      if (!permit) return { failure: "other reviews of this user take too long", result: "timeout" };
      return await call();
    } finally {
      this.#count--;
      if (--reviews.count === 0) this.#users.delete(userName);
    }
  }

  /** Returns undefined if no permit is available in time. */
  async #take(permits: Semaphore): Promise<Disposable | undefined> {
    const deadline = new AbortController();
    const timer = this.#clock.after(this.#limits.waitMaxMs, () => deadline.abort());
    try {
      return await permits.take(deadline.signal);
    } finally {
      timer.cancel();
    }
  }
}

function failed(failure: string): FailedReview {
  return { failure, result: "error" };
}

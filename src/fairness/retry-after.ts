/**
 * The seconds after which rejected clients of a level should try again. They are doubled while many requests are rejected,
 * and decrease by one while few are.
 */

const secondsMax = 32;
/** Rejections per second of the present value above which it is doubled. */
const manyPerSecond = 3;

/** Number of rejections in one second of the clock. */
interface RejectionsInSecond {
  readonly second: number;
  readonly count: number;
}

/** Counts the rejections of a level. */
export class RetryAfter {
  #seconds = 1;
  #history: readonly RejectionsInSecond[] = [];
  #currentSecond: number;
  #currentCount = 0;
  #doubledAt = 0;

  /** @param nowMs wall-clock time */
  constructor(nowMs: number) {
    this.#currentSecond = Math.floor(nowMs / 1000);
  }

  /** The seconds to send to clients. */
  get seconds(): number {
    return this.#seconds;
  }

  /** Counts a rejection. */
  countRejection(nowMs: number): void {
    const second = Math.floor(nowMs / 1000);
    if (second === this.#currentSecond) {
      this.#currentCount++;
      return;
    }
    this.#remember({ second: this.#currentSecond, count: this.#currentCount });
    this.#currentSecond = second;
    this.#currentCount = 1;
    this.#update(second);
  }

  #remember(last: RejectionsInSecond): void {
    const keptSeconds = Math.min(2 * this.#seconds, secondsMax);
    this.#history = [...this.#history, last].filter(({ second }) => last.second - second <= keptSeconds);
  }

  #update(now: number): void {
    const seconds = this.#seconds;
    const recent = this.#history.filter(({ second }) => now - second <= seconds && second < now);
    const rejections = recent.reduce((sum, { count }) => sum + count, 0);
    if (now - this.#doubledAt >= seconds && rejections >= manyPerSecond * seconds) {
      this.#seconds = Math.min(2 * seconds, secondsMax);
      this.#doubledAt = now;
    } else if (rejections < seconds && seconds > 1) this.#seconds = seconds - 1;
  }
}

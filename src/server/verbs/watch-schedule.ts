/**
 * The times at which a watch sends bookmarks and ends. They share one timer, because a server may have very many
 * watches. docs/performance.md, "Optimizations", has the measurement ("one timer per watch").
 */
import type { Clock, Timer } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";

/** Interval between two bookmarks. Each interval is shortened by a random time of up to a quarter. */
const bookmarkIntervalMs = 60_000;
/** Time between the last bookmark and the end of a watch. The bookmark lets the client resume from a recent version. */
const lastBookmarkMs = 2000;

/** Receives the calls of a schedule. */
export interface ScheduledWatch {
  sendBookmark(): void;
  /** Called once, at the end of the time. */
  finish(): void;
}

/** Options of one schedule. */
export interface WatchScheduleOptions {
  /** Duration that the client requests. Undefined or 0 if it requests none. */
  readonly requestedSeconds: number | undefined;
  /** The watch lasts this time or up to twice as long if the client requests no duration. */
  readonly minDurationMs: number;
  readonly sendsBookmarks: boolean;
  readonly clock: Clock;
  readonly random: Random;
}

/** Calls a watch when it must send a bookmark or end. */
export class WatchSchedule {
  readonly #watch: ScheduledWatch;
  readonly #clock: Clock;
  readonly #random: Random;
  /** This and the following times are counted from the start of the watch. */
  readonly #endMs: number;
  #bookmarkMs: number;
  /** Infinity if there is no last bookmark, or if it was sent. */
  #lastBookmarkMs: number;
  #elapsedMs = 0;
  #timer: Timer | undefined;

  constructor(watch: ScheduledWatch, options: WatchScheduleOptions) {
    const { requestedSeconds, minDurationMs, sendsBookmarks, clock, random } = options;
    this.#watch = watch;
    this.#clock = clock;
    this.#random = random;
    // Whole seconds, because Node keeps timers of equal duration in one list.
    const spreadSeconds = random.below(Math.max(1, Math.floor(minDurationMs / 1000)));
    this.#endMs = requestedSeconds ? Math.max(0, requestedSeconds) * 1000 : minDurationMs + spreadSeconds * 1000;
    this.#lastBookmarkMs =
      sendsBookmarks && this.#endMs > lastBookmarkMs ? this.#endMs - lastBookmarkMs : Number.POSITIVE_INFINITY;
    this.#bookmarkMs = sendsBookmarks ? this.#nextIntervalMs() : Number.POSITIVE_INFINITY;
    this.#arm();
  }

  /** Prevents all later calls. */
  cancel(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #nextIntervalMs(): number {
    return bookmarkIntervalMs - this.#random.below(bookmarkIntervalMs / 4 / 1000) * 1000;
  }

  #arm(): void {
    const dueMs = Math.min(this.#endMs, this.#bookmarkMs, this.#lastBookmarkMs);
    this.#timer = this.#clock.after(dueMs - this.#elapsedMs, () => this.#run(dueMs));
  }

  #run(nowMs: number): void {
    this.#elapsedMs = nowMs;
    if (nowMs >= this.#endMs) {
      this.#watch.finish();
      return;
    }
    if (nowMs >= this.#lastBookmarkMs) this.#lastBookmarkMs = Number.POSITIVE_INFINITY;
    if (nowMs >= this.#bookmarkMs) this.#bookmarkMs = nowMs + this.#nextIntervalMs();
    // The watch may end while it sends the bookmark, and then cancels the timer.
    this.#arm();
    this.#watch.sendBookmark();
  }
}

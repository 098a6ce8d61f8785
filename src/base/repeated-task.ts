/** Runs a task repeatedly. Each run begins one interval after the previous one has ended. */
import type { Clock, Timer } from "./clock.ts";

/** The task to repeat, and the time between its runs. */
export interface RepeatedTaskOptions {
  readonly clock: Clock;
  readonly intervalMs: number;
  /** The task. Its promise must not reject. */
  readonly run: () => Promise<void>;
}

/**
 * Calls a function again and again until it is disposed. The first run begins one interval after construction.
 * Disposing it waits for a run in progress.
 */
export class RepeatedTask implements AsyncDisposable {
  readonly #options: RepeatedTaskOptions;
  #timer: Timer | undefined;
  #running: Promise<void> | undefined;
  #disposed = false;

  constructor(options: RepeatedTaskOptions) {
    this.#options = options;
    this.#schedule();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    this.#timer?.cancel();
    await this.#running;
  }

  #schedule(): void {
    const { clock, intervalMs, run } = this.#options;
    this.#timer = clock.after(intervalMs, () => {
      this.#running = run().finally(() => {
        if (!this.#disposed) this.#schedule();
      });
    });
  }
}

/** Work that is done again and again, each time a while after the last one has ended. */
import type { Clock, Timer } from "./clock.ts";

export interface RepeatedOptions {
  readonly clock: Clock;
  readonly intervalMs: number;
  /** Must not reject. */
  readonly run: () => Promise<void>;
}

/** Begins one interval after it is made; disposing waits for work under way. */
export class Repeated implements AsyncDisposable {
  readonly #options: RepeatedOptions;
  #timer: Timer | undefined;
  #running: Promise<void> | undefined;
  #disposed = false;

  constructor(options: RepeatedOptions) {
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

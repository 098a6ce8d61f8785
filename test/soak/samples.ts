/** Figures of the server process, taken every few seconds. */
import type { Figures, Kept, SoakServer } from "./server.ts";
import { slopeOf } from "./slope.ts";

export interface Sample extends Figures {
  readonly seconds: number;
}

export interface KeptSample extends Kept {
  readonly seconds: number;
}

const intervalMs = 5000;
/** A collection holds everything up for a moment. */
const collectionIntervalMs = 30_000;

export class Samples implements Disposable {
  readonly all: Sample[] = [];
  /** Taken after collections. */
  readonly kept: KeptSample[] = [];
  readonly #server: SoakServer;
  readonly #begunMs = performance.now();
  readonly #timers: readonly NodeJS.Timeout[];

  constructor(server: SoakServer) {
    this.#server = server;
    this.#take();
    void this.#collect();
    this.#timers = [
      setInterval(() => this.#take(), intervalMs),
      setInterval(() => void this.#collect(), collectionIntervalMs),
    ];
  }

  /** How a figure moves in the second half, in bytes a second. */
  slope(figure: (sample: KeptSample) => number): number {
    return slopeOf(secondHalf(this.kept).map((sample) => ({ x: sample.seconds, y: figure(sample) })));
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #take(): void {
    if (this.#server.isRunning) this.all.push({ seconds: this.#seconds, ...this.#server.figures() });
  }

  async #collect(): Promise<void> {
    if (this.#server.isRunning) this.kept.push({ ...(await this.#server.collect()), seconds: this.#seconds });
  }

  get #seconds(): number {
    return (performance.now() - this.#begunMs) / 1000;
  }
}

/** When what grows at first has grown. */
export function secondHalf<T>(samples: readonly T[]): readonly T[] {
  return samples.slice(Math.floor(samples.length / 2));
}

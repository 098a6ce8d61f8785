/** Samples of the server process's memory, CPU time and store size. */
import type { Rest } from "./rest.ts";
import type { Figures, Kept, SoakServer } from "./server.ts";
import { slopeOf } from "./slope.ts";

/** Figures at a time in seconds since the start. */
export interface Sample extends Figures {
  readonly seconds: number;
}

/** Memory after a garbage collection, at a time in seconds since the start. */
export interface KeptSample extends Kept {
  readonly seconds: number;
}

const intervalMs = 5000;
const collectionIntervalMs = 60_000;

/** Takes a sample every five seconds, and collects garbage every minute. */
export class Samples implements Disposable {
  readonly all: Sample[] = [];
  /** Samples after garbage collections. */
  readonly kept: KeptSample[] = [];
  readonly #server: SoakServer;
  readonly #rest: Rest;
  readonly #begunMs = performance.now();
  readonly #timers: readonly NodeJS.Timeout[];

  /**
   * @param rest pauses the clients during a collection, because memory of requests in progress would be measured too
   */
  constructor(server: SoakServer, rest: Rest) {
    this.#server = server;
    this.#rest = rest;
    this.#take();
    this.#timers = [
      setInterval(() => this.#take(), intervalMs),
      setInterval(() => void this.#collect(), collectionIntervalMs),
    ];
  }

  /** Returns the growth of a figure in the second half, in bytes per second. */
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
    if (!this.#server.isRunning) return;
    using _ = await this.#rest.begin();
    this.kept.push({ ...(await this.#server.collect()), seconds: this.#seconds });
  }

  get #seconds(): number {
    return (performance.now() - this.#begunMs) / 1000;
  }
}

/** Returns the memory in use after a collection, inside and outside the heap. */
export function keptBytes({ heapBytes, externalBytes }: Kept): number {
  return heapBytes + externalBytes;
}

/** Returns the second half of the samples, in which initial growth is over. */
export function secondHalf<T>(samples: readonly T[]): readonly T[] {
  return samples.slice(Math.floor(samples.length / 2));
}

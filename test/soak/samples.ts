/** Figures of the server process, taken every few seconds. */
import type { Rest } from "./rest.ts";
import type { Figures, Kept, SoakServer } from "./server.ts";
import { slopeOf } from "./slope.ts";

export interface Sample extends Figures {
  readonly seconds: number;
}

export interface KeptSample extends Kept {
  readonly seconds: number;
}

const intervalMs = 5000;
const collectionIntervalMs = 60_000;

export class Samples implements Disposable {
  readonly all: Sample[] = [];
  /** Taken after collections. */
  readonly kept: KeptSample[] = [];
  readonly #server: SoakServer;
  readonly #rest: Rest;
  readonly #begunMs = performance.now();
  readonly #timers: readonly NodeJS.Timeout[];

  /** @param rest what is under way would be measured with what is kept, so that clients rest meanwhile */
  constructor(server: SoakServer, rest: Rest) {
    this.#server = server;
    this.#rest = rest;
    this.#take();
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
    if (!this.#server.isRunning) return;
    using _ = await this.#rest.begin();
    this.kept.push({ ...(await this.#server.collect()), seconds: this.#seconds });
  }

  get #seconds(): number {
    return (performance.now() - this.#begunMs) / 1000;
  }
}

/** What the server keeps, in the heap and outside. */
export function keptBytes({ heapBytes, externalBytes }: Kept): number {
  return heapBytes + externalBytes;
}

/** When what grows at first has grown. */
export function secondHalf<T>(samples: readonly T[]): readonly T[] {
  return samples.slice(Math.floor(samples.length / 2));
}

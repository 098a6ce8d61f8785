/** Samples of the server process's memory, CPU time and store size. */
import type { OperationGate } from "./operation-gate.ts";
import type { MemoryInUse, ResourceUsage, SoakServer } from "./server.ts";
import { slopeOf } from "./slope.ts";

/** Figures at a time in seconds since the start. */
export interface ResourceSample extends ResourceUsage {
  readonly seconds: number;
}

/** Memory after a garbage collection, at a time in seconds since the start. */
export interface MemorySample extends MemoryInUse {
  readonly seconds: number;
}

const intervalMs = 5000;
const collectionIntervalMs = 60_000;

/** Takes a sample every five seconds, and collects garbage every minute. */
export class Samples implements Disposable {
  readonly all: ResourceSample[] = [];
  /** Samples after garbage collections. */
  readonly kept: MemorySample[] = [];
  readonly #server: SoakServer;
  readonly #gate: OperationGate;
  readonly #begunMs = performance.now();
  readonly #timers: readonly NodeJS.Timeout[];

  /**
   * @param gate pauses the clients during a collection, because memory of requests in progress would be measured too
   */
  constructor(server: SoakServer, gate: OperationGate) {
    this.#server = server;
    this.#gate = gate;
    this.#takeSample();
    this.#timers = [
      setInterval(() => this.#takeSample(), intervalMs),
      setInterval(() => void this.#collect(), collectionIntervalMs),
    ];
  }

  /** Returns the growth of a figure in the second half, in bytes per second. */
  slope(figure: (sample: MemorySample) => number): number {
    return slopeOf(secondHalf(this.kept).map((sample) => ({ x: sample.seconds, y: figure(sample) })));
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #takeSample(): void {
    if (this.#server.isRunning) this.all.push({ seconds: this.#seconds, ...this.#server.resourceUsage() });
  }

  async #collect(): Promise<void> {
    if (!this.#server.isRunning) return;
    using _ = await this.#gate.pauseAll();
    this.kept.push({ ...(await this.#server.collectGarbage()), seconds: this.#seconds });
  }

  get #seconds(): number {
    return (performance.now() - this.#begunMs) / 1000;
  }
}

/** Returns the memory in use after a collection, inside and outside the heap. */
export function memoryInUseBytes({ heapBytes, externalBytes }: MemoryInUse): number {
  return heapBytes + externalBytes;
}

/** Returns the second half of the samples, in which initial growth is over. */
export function secondHalf<T>(samples: readonly T[]): readonly T[] {
  return samples.slice(Math.floor(samples.length / 2));
}

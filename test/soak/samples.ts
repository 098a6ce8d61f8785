/** Figures of the server process, taken every few seconds. */
import type { Figures, SoakServer } from "./server.ts";
import { slopeOf } from "./slope.ts";

export interface Sample extends Figures {
  readonly seconds: number;
}

const intervalMs = 5000;

export class Samples implements Disposable {
  readonly all: Sample[] = [];
  readonly #begunMs = performance.now();
  readonly #timer: NodeJS.Timeout;

  constructor(server: SoakServer) {
    this.#take(server);
    this.#timer = setInterval(() => this.#take(server), intervalMs);
  }

  /** Those of the second half, when what grows at first has grown. */
  get secondHalf(): readonly Sample[] {
    return this.all.slice(Math.floor(this.all.length / 2));
  }

  /** How anonymous memory moves in the second half. */
  get slopeBytesPerSecond(): number {
    return slopeOf(this.secondHalf.map(({ seconds, anonymousBytes }) => ({ x: seconds, y: anonymousBytes })));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #take(server: SoakServer): void {
    if (!server.isRunning) return;
    this.all.push({ seconds: (performance.now() - this.#begunMs) / 1000, ...server.figures() });
  }
}

/** All watchers of a soak, with their connections and reading behaviour. */
import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { type Random, seededRandom } from "../../src/base/random.ts";
import type { ServerAddress } from "../support/orch-process.ts";
import type { Chronicle } from "./chronicle.ts";
import type { Habit } from "./habits.ts";
import { Tallies } from "./tallies.ts";
import { WatchLine } from "./watch-line.ts";
import { Watcher } from "./watcher.ts";

const h2Lines = 5;
const h1Lines = 4;
/** One in this many watchers uses HTTP/1.1. */
const h1Share = 5;
/** Interval at which one connection is closed and replaced. */
const renewIntervalMs = 20_000;
const tidyIntervalMs = 2000;
/** Maximum wait for outstanding events after the last write. */
const settlePatienceMs = 60_000;

/** Server, scopes and fault report of an audience. */
export interface AudienceOptions {
  readonly address: ServerAddress;
  readonly chronicles: readonly Chronicle[];
  readonly random: Random;
  readonly report: (fault: string) => void;
}

interface Member {
  readonly chronicle: Chronicle;
  readonly habit: Habit;
  readonly watcher: Watcher;
}

/** The watchers of all scopes. Its timers replace connections and drop old chronicle entries. */
export class Audience implements AsyncDisposable {
  readonly tallies = new Tallies();
  readonly #options: AudienceOptions;
  readonly #lines: readonly WatchLine[];
  readonly #members: readonly Member[];
  #placed = 0;
  readonly #hurry = new AbortController();
  readonly #stop = new AbortController();
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #running: readonly Promise<void>[];

  /** Starts all watchers. */
  constructor(options: AudienceOptions) {
    this.#options = options;
    setMaxListeners(0, this.#hurry.signal, this.#stop.signal);
    this.#lines = [
      ...Array.from({ length: h2Lines }, () => new WatchLine(options.address, "h2")),
      ...Array.from({ length: h1Lines }, () => new WatchLine(options.address, "h1")),
    ];
    this.#members = options.chronicles.flatMap((chronicle) =>
      Array.from({ length: chronicle.scope.watchers }, (_, index) => this.#newMember(chronicle, index)),
    );
    this.#running = this.#members.map(({ watcher }) => watcher.run());
    this.#timers = [
      setInterval(() => this.#tidy(), tidyIntervalMs),
      setInterval(() => void this.#renewOne(), renewIntervalMs),
    ];
  }

  get size(): number {
    return this.#members.length;
  }

  /** Resolves when all watchers have received all events, or after a minute. Reports the watchers that lack events. */
  async settle(): Promise<void> {
    this.#hurry.abort();
    for (const timer of this.#timers) clearInterval(timer);
    const begunMs = performance.now();
    const isDone = (): boolean =>
      this.#options.chronicles.every(({ isSettled }) => isSettled) &&
      this.#members.every(({ watcher }) => watcher.isAtEnd);
    while (!isDone() && performance.now() - begunMs < settlePatienceMs) await pause(50);
    for (const { watcher, chronicle, habit } of this.#members) {
      if (watcher.isAtEnd) continue;
      this.#options.report(
        `a ${habit} watcher of ${chronicle.scope.name} lacks ${chronicle.end - watcher.place} events`,
      );
    }
    for (const chronicle of this.#options.chronicles) chronicle.finish();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#hurry.abort();
    this.#stop.abort();
    for (const timer of this.#timers) clearInterval(timer);
    for (const line of this.#lines) await line[Symbol.asyncDispose]();
    await Promise.all(this.#running);
  }

  #newMember(chronicle: Chronicle, index: number): Member {
    const { random, report } = this.#options;
    const habit = habitOf(chronicle, index);
    const watcher = new Watcher({
      chronicle,
      line: this.#lineFor(habit, index),
      habit,
      random: seededRandom(random.below(2 ** 31)),
      tallies: this.tallies,
      report,
      hurry: this.#hurry.signal,
      stop: this.#stop.signal,
    });
    return { chronicle, habit, watcher };
  }

  /**
   * Stalling watchers use HTTP/2. Over HTTP/1.1 the operating system buffers unread data, so the server would not
   * notice that they stall.
   */
  #lineFor(habit: Habit, index: number): WatchLine {
    const isH1 = index % h1Share === 0 && habit !== "stalling";
    const place = this.#placed++;
    return this.#lines[isH1 ? h2Lines + (place % h1Lines) : place % h2Lines] as WatchLine;
  }

  #tidy(): void {
    for (const chronicle of this.#options.chronicles) {
      const places = this.#members
        .filter((member) => member.chronicle === chronicle)
        .map(({ watcher }) => watcher.place);
      chronicle.tidy(Math.min(...places), performance.now());
    }
  }

  async #renewOne(): Promise<void> {
    const line = this.#lines[this.#options.random.below(this.#lines.length)] as WatchLine;
    await line.renew();
  }
}

function habitOf({ scope }: Chronicle, index: number): Habit {
  if (scope.name === "all" && index < 3) return "sleeping";
  if (scope.name === "namespace" && index < 6) return "stalling";
  return index % 6 === 5 ? "pausing" : "steady";
}

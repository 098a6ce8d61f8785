/** All watchers of a soak, with their connections and reading behaviour. */
import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { type Random, seededRandom } from "../../src/base/random.ts";
import type { ServerAddress } from "../support/orch-process.ts";
import type { EventHistory } from "./event-history.ts";
import type { ReadingHabit } from "./reading-habits.ts";
import { SharedConnection } from "./shared-connection.ts";
import { WatchCounts } from "./watch-counts.ts";
import { Watcher } from "./watcher.ts";

const h2Connections = 5;
const h1Connections = 4;
/** One in this many watchers uses HTTP/1.1. */
const h1Share = 5;
/** Interval at which one connection is closed and replaced. */
const replaceIntervalMs = 20_000;
const dropIntervalMs = 2000;
/** Maximum wait for outstanding events after the last write. */
const settleMaxMs = 60_000;

/** Server, scopes and fault report of an watchers. */
export interface WatchersOptions {
  readonly address: ServerAddress;
  readonly histories: readonly EventHistory[];
  readonly random: Random;
  readonly report: (fault: string) => void;
}

interface RunningWatcher {
  readonly history: EventHistory;
  readonly habit: ReadingHabit;
  readonly watcher: Watcher;
}

/** The watchers of all scopes. Its timers replace connections and drop old entries of the event histories. */
export class Watchers implements AsyncDisposable {
  readonly tallies = new WatchCounts();
  readonly #options: WatchersOptions;
  readonly #connections: readonly SharedConnection[];
  readonly #watchers: readonly RunningWatcher[];
  #assignedCount = 0;
  readonly #endBreaks = new AbortController();
  readonly #stop = new AbortController();
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #running: readonly Promise<void>[];

  /** Starts all watchers. */
  constructor(options: WatchersOptions) {
    this.#options = options;
    setMaxListeners(0, this.#endBreaks.signal, this.#stop.signal);
    this.#connections = [
      ...Array.from({ length: h2Connections }, () => new SharedConnection(options.address, "h2")),
      ...Array.from({ length: h1Connections }, () => new SharedConnection(options.address, "h1")),
    ];
    this.#watchers = options.histories.flatMap((history) =>
      Array.from({ length: history.scope.watchers }, (_, index) => this.#newWatcher(history, index)),
    );
    this.#running = this.#watchers.map(({ watcher }) => watcher.run());
    this.#timers = [
      setInterval(() => this.#dropOldEvents(), dropIntervalMs),
      setInterval(() => void this.#replaceOneConnection(), replaceIntervalMs),
    ];
  }

  get size(): number {
    return this.#watchers.length;
  }

  /** Resolves when all watchers have received all events, or after a minute. Reports the watchers that lack events. */
  async settle(): Promise<void> {
    this.#endBreaks.abort();
    for (const timer of this.#timers) clearInterval(timer);
    const begunMs = performance.now();
    const isDone = (): boolean =>
      this.#options.histories.every(({ isSettled }) => isSettled) &&
      this.#watchers.every(({ watcher }) => watcher.isAtEnd);
    while (!isDone() && performance.now() - begunMs < settleMaxMs) await pause(50);
    for (const { watcher, history, habit } of this.#watchers) {
      if (watcher.isAtEnd) continue;
      this.#options.report(
        `a ${habit} watcher of ${history.scope.name} misses ${history.endPosition - watcher.position} events`,
      );
    }
    for (const history of this.#options.histories) history.reportAllUnmatched();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#endBreaks.abort();
    this.#stop.abort();
    for (const timer of this.#timers) clearInterval(timer);
    for (const line of this.#connections) await line[Symbol.asyncDispose]();
    await Promise.all(this.#running);
  }

  #newWatcher(history: EventHistory, index: number): RunningWatcher {
    const { random, report } = this.#options;
    const habit = habitOf(history, index);
    const watcher = new Watcher({
      history,
      connection: this.#connectionFor(habit, index),
      habit,
      random: seededRandom(random.below(2 ** 31)),
      counts: this.tallies,
      report,
      endBreaks: this.#endBreaks.signal,
      stop: this.#stop.signal,
    });
    return { history, habit, watcher };
  }

  /**
   * Stalling watchers use HTTP/2. Over HTTP/1.1 the operating system buffers unread data, so the server would not
   * notice that they stall.
   */
  #connectionFor(habit: ReadingHabit, index: number): SharedConnection {
    const isH1 = index % h1Share === 0 && habit !== "stalling";
    const place = this.#assignedCount++;
    return this.#connections[
      isH1 ? h2Connections + (place % h1Connections) : place % h2Connections
    ] as SharedConnection;
  }

  #dropOldEvents(): void {
    for (const history of this.#options.histories) {
      const places = this.#watchers
        .filter((member) => member.history === history)
        .map(({ watcher }) => watcher.position);
      history.dropBefore(Math.min(...places), performance.now());
    }
  }

  async #replaceOneConnection(): Promise<void> {
    const line = this.#connections[this.#options.random.below(this.#connections.length)] as SharedConnection;
    await line.replace();
  }
}

function habitOf({ scope }: EventHistory, index: number): ReadingHabit {
  if (scope.name === "all" && index < 3) return "sleeping";
  if (scope.name === "namespace" && index < 6) return "stalling";
  return index % 6 === 5 ? "pausing" : "steady";
}

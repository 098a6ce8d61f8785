/**
 * Limits the history of an engine to the last `retentionMs`. It records the engine's revision at intervals, and
 * compacts to the newest recorded revision that is old enough. A revision stays readable for at least `retentionMs`
 * after it was replaced, and for at most one interval longer. A failed compaction is logged and repeated at the next
 * interval.
 *
 * If several processes share the store, each has a compactor, and one of them compacts in each interval. It does not
 * matter which one, because each only compacts to a revision that was replaced `retentionMs` ago. Their interval is
 * `retentionMs`, as in the reference, because a compaction of a remote store takes a look at every key.
 */
import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import { RepeatedTask } from "../base/repeated-task.ts";
import type { Engine } from "./engine.ts";
import { isStorageError } from "./errors.ts";

const retentionMsDefault = 5 * 60_000;
const notesPerRetention = 10;

/** The engine that a HistoryCompactor compacts, and how long its history is kept. */
export interface HistoryCompactorOptions {
  readonly engine: Pick<Engine, "revision" | "compact" | "takeCompactionTurn">;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long a revision stays readable after it was replaced. Default: 5 minutes. */
  readonly retentionMs?: number;
}

interface RevisionNote {
  readonly atMs: number;
  readonly revision: number;
}

/** Compacts an engine at intervals until it is disposed. */
export class HistoryCompactor implements AsyncDisposable {
  readonly #options: HistoryCompactorOptions;
  readonly #retentionMs: number;
  /** The recorded revisions, oldest first. */
  readonly #notes: RevisionNote[] = [];
  readonly #repeated: RepeatedTask;

  /** Starts at once. */
  constructor(options: HistoryCompactorOptions) {
    this.#options = options;
    this.#retentionMs = options.retentionMs ?? retentionMsDefault;
    this.#note();
    const intervalMs = this.#retentionMs / (options.engine.takeCompactionTurn ? 1 : notesPerRetention);
    this.#repeated = new RepeatedTask({ clock: options.clock, intervalMs, run: () => this.#tick() });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#repeated[Symbol.asyncDispose]();
  }

  async #tick(): Promise<void> {
    this.#note();
    const revision = this.#takeOldEnough();
    if (revision !== undefined) await this.#compact(revision);
  }

  #note(): void {
    this.#notes.push({ atMs: this.#options.clock.monotonicMs(), revision: this.#options.engine.revision });
  }

  /** Removes the records that are at least `retentionMs` old. Returns the newest revision among them, if any. */
  #takeOldEnough(): number | undefined {
    const limitMs = this.#options.clock.monotonicMs() - this.#retentionMs;
    const younger = this.#notes.findIndex(({ atMs }) => atMs > limitMs);
    return this.#notes.splice(0, younger === -1 ? this.#notes.length : younger).at(-1)?.revision;
  }

  async #compact(revision: number): Promise<void> {
    const { engine, logger } = this.#options;
    try {
      if (engine.takeCompactionTurn && !(await engine.takeCompactionTurn(revision))) return;
      await engine.compact(revision);
    } catch (error) {
      if (isStorageError(error, "closed")) return;
      logger.error("compaction failed", error, { revision });
    }
  }
}

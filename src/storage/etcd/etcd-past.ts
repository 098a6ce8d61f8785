/**
 * Implements PastStates over etcd. The history reaches back to the last compaction. etcd does not store times, so this
 * process notes the times at which it has seen revisions.
 */
import { type Clock, sleep } from "../../base/clock.ts";
import type {
  Change,
  ChangeBatch,
  Engine,
  Entry,
  OldestState,
  Page,
  PastChange,
  PastChanges,
  PastStates,
  RangeOptions,
} from "../engine.ts";
import { isStorageError } from "../errors.ts";

/** Shortest time between two notes. */
const noteIntervalMs = 100;
/** Number of notes: 50 minutes of uninterrupted writes. */
const notesMax = 30_000;
/** How often a watch without changes reports its progress. */
const progressIntervalMs = 50;

type PastReader = Pick<Engine, "get" | "range" | "watch" | "progress" | "compactedRevision">;

interface ChangesOptions {
  readonly before: number;
  readonly limit: number;
}

interface RevisionNote {
  readonly revision: number;
  readonly timeMs: number;
}

/** The times at which this process has seen revisions. */
export class RevisionNotes {
  readonly #clock: Clock;
  /** Ascending. */
  #notes: RevisionNote[] = [];
  #newest: RevisionNote | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes that `revision` is the newest one now. */
  add(revision: number): void {
    if (this.#newest && revision <= this.#newest.revision) return;
    const timeMs = this.#clock.nowMs();
    this.#newest = { revision, timeMs };
    const last = this.#notes.at(-1);
    if (last && timeMs < last.timeMs + noteIntervalMs) return;
    this.#notes.push(this.#newest);
    if (this.#notes.length > notesMax) this.#notes = this.#notes.slice(notesMax / 2);
  }

  /** Returns the time at which a revision was first seen. Undefined if it may be older than the notes. */
  timeOf(revision: number): number | undefined {
    const index = this.#notes.findIndex((note) => note.revision >= revision);
    if (index === 0 || this.#notes.length === 0) return undefined;
    return index > 0 ? this.#notes[index]?.timeMs : this.#newest?.timeMs;
  }

  /** Returns the newest revision that was seen up to a time. Undefined if there is none. */
  revisionAt(timeMs: number): number | undefined {
    if (this.#newest && this.#newest.timeMs <= timeMs) return this.#newest.revision;
    return this.#notes.findLast((note) => note.timeMs <= timeMs)?.revision;
  }

  get oldest(): RevisionNote | undefined {
    return this.#notes[0];
  }
}

/** The earlier states in etcd. */
export class EtcdPast implements PastStates {
  readonly #engine: PastReader;
  readonly #notes: RevisionNotes;
  readonly #clock: Clock;

  constructor(engine: PastReader, notes: RevisionNotes, clock: Clock) {
    this.#engine = engine;
    this.#notes = notes;
    this.#clock = clock;
  }

  async oldest(): Promise<OldestState> {
    await this.#engine.progress();
    const { compactedRevision } = this.#engine;
    const { oldest } = this.#notes;
    const isNoteOlder = oldest !== undefined && oldest.revision <= compactedRevision;
    const timeMs = isNoteOlder ? this.#notes.timeOf(compactedRevision) : oldest?.timeMs;
    return { revision: compactedRevision, timeMs, limit: "compaction" };
  }

  async revisionAt(timeMs: number): Promise<number | undefined> {
    await this.#engine.progress();
    return this.#notes.revisionAt(timeMs);
  }

  async get(key: string, at: number): Promise<Entry | undefined> {
    return await this.#engine.get(key, at);
  }

  async range(prefix: string, options: RangeOptions & { readonly at: number }): Promise<Page> {
    return await this.#engine.range(prefix, options);
  }

  /** Reads the changes since the last compaction. Reads them again if another client of etcd has compacted since the engine last noticed. */
  async changesOf(key: string, options: ChangesOptions): Promise<PastChanges> {
    const { compactedRevision } = this.#engine;
    try {
      return await this.#readChanges(key, options);
    } catch (error) {
      const isNews = isStorageError(error, "compacted") && this.#engine.compactedRevision > compactedRevision;
      if (!isNews) throw error;
      return await this.changesOf(key, options);
    }
  }

  /** Reads the changes by a watch from the last compaction on, and keeps the last ones. */
  async #readChanges(key: string, { before, limit }: ChangesOptions): Promise<PastChanges> {
    const newest = await this.#engine.progress();
    let found: Change[] = [];
    let isCut = false;
    for await (const { changes } of this.#batchesUpTo(key, newest)) {
      found.push(...changes.filter((change) => change.key === key && change.revision < before));
      isCut ||= found.length > limit;
      if (isCut) found = found.slice(-limit);
    }
    const shown = found.toReversed().map((change): PastChange => {
      return { ...change, isPreviousRemoved: false, timeMs: this.#notes.timeOf(change.revision) };
    });
    return { changes: shown, more: isCut };
  }

  /** Yields the batches of a watch until it has reached `revision`. */
  async *#batchesUpTo(key: string, revision: number): AsyncGenerator<ChangeBatch> {
    const stop = new AbortController();
    const after = this.#engine.compactedRevision;
    const batches = this.#engine.watch(key, { after, signal: stop.signal })[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = batches.next();
        const result = await this.#whileAsking(next);
        if (result.done) return;
        yield result.value;
        if (result.value.revision >= revision) return;
      }
    } finally {
      stop.abort();
      await batches.return?.();
    }
  }

  /** A watch reports revisions without changes only after a call of `progress`. */
  async #whileAsking<T>(next: Promise<T>): Promise<T> {
    const nothing = Symbol("nothing");
    for (;;) {
      await this.#engine.progress();
      const pause = sleep(this.#clock, progressIntervalMs).then(() => nothing);
      const value = await Promise.race([next, pause]);
      if (value !== nothing) return value as T;
    }
  }
}

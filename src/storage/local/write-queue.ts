/**
 * Group commit: one commit runs at a time, and the writes that arrive meanwhile form the next one.
 *
 * Invariants: a group becomes durable as a whole or fails as a whole. A failed group uses up no revisions. Writers and
 * watchers learn of a write, and of a rejection, only after the commit of its group is durable. Watchers are notified
 * before writers. Compaction steps run between two groups, so they never see a partial write.
 */
import { assert } from "../../base/assert.ts";
import { deferred } from "../../base/deferred.ts";
import type { ChangeBatch, Write } from "../engine.ts";
import { closed, unavailable } from "../failures.ts";
import { groupBytesMax, groupWritesMax, waitingBytesMax, waitingWritesMax } from "../limits.ts";
import { type CommitDecision, GroupDecision } from "./decide.ts";
import type { History } from "./history.ts";
import type { Ledger } from "./ledger.ts";
import type { TimeMarks } from "./time-marks.ts";

/** The writes of one call, usually one. */
interface WaitingWrites {
  readonly writes: readonly Write[];
  readonly bytes: number;
  readonly resolve: (revision: number) => void;
  readonly reject: (reason: unknown) => void;
}

/** The parts of an engine that a WriteQueue uses. */
export interface WriteQueueOptions {
  readonly ledger: Ledger;
  readonly history: History;
  readonly marks: TimeMarks;
  /** Called when a commit is durable, before its writers are notified. */
  readonly announce: (batch: ChangeBatch) => void;
  /** For tests. See `LocalEngineOptions.commitGate`. */
  readonly commitGate: (() => Promise<void>) | undefined;
}

/** The waiting writes of an engine. */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  #waiting: WaitingWrites[] = [];
  #waitingBytes = 0;
  readonly #exclusiveWork: (() => Promise<void>)[] = [];
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
  }

  /**
   * Adds writes of one commit to the queue.
   * @returns the revision of the last one, when it is durable
   */
  submit(writes: readonly Write[]): Promise<number> {
    const bytes = writes.reduce((sum, { key, value }) => sum + key.length + (value?.length ?? 0), 0);
    if (this.#closed) return Promise.reject(closed());
    if (this.#waiting.length >= waitingWritesMax || this.#waitingBytes + bytes > waitingBytesMax) {
      return Promise.reject(unavailable("too many writes are waiting for the store"));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ writes, bytes, resolve, reject });
      this.#waitingBytes += bytes;
      this.#start();
    });
  }

  /**
   * Commits the writes that `plan` returns, as one group of any size. The state that `plan` reads does not change
   * before the writes are durable.
   * @param plan returns writes whose conditions all hold
   */
  async submitPlan(plan: () => readonly Write[]): Promise<void> {
    await this.runExclusively(async () => {
      const decision = this.#decide(plan().map((write) => [write]));
      const rejected = decision.outcomes.find((outcome) => typeof outcome !== "number");
      if (rejected) throw rejected;
      await this.#makeDurable(decision);
    });
  }

  /**
   * Commits the deletion of a key whose newest value cannot be read.
   * @returns the revision of the deletion
   */
  async submitRemovalOfDamaged(key: string): Promise<number> {
    return await this.runExclusively(async () => {
      const decision = new GroupDecision(this.#options.ledger, this.#options.history);
      const revision = decision.removeDamaged(key);
      await this.#makeDurable(decision);
      return revision;
    });
  }

  /** Runs `work` while no commit is running. @returns its result */
  async runExclusively<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#closed) throw closed();
    const done = deferred<T>();
    this.#exclusiveWork.push(async () => {
      try {
        if (this.#closed) throw closed();
        done.resolve(await work());
      } catch (error) {
        done.reject(error);
      }
    });
    this.#start();
    return await done.promise;
  }

  /** Waits for the running commit. Waiting writes fail with `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    const rejected = this.#waiting;
    this.#waiting = [];
    for (const { reject } of rejected) reject(closed());
    await this.#running;
  }

  #start(): void {
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // Writes that are submitted in the same turn of the event loop go into one group.
    await Promise.resolve();
    while (this.#waiting.length > 0 || this.#exclusiveWork.length > 0) {
      await this.#exclusiveWork.shift()?.();
      if (this.#waiting.length > 0) await this.#commit(this.#takeGroup());
    }
    // No asynchronous step may come between the check of the queues and this line. Writes that are submitted after it
    // start a new run.
    this.#running = undefined;
  }

  #takeGroup(): readonly WaitingWrites[] {
    let count = 0;
    let bytes = 0;
    for (const write of this.#waiting) {
      if (count === groupWritesMax || (count > 0 && bytes + write.bytes > groupBytesMax)) break;
      count += 1;
      bytes += write.bytes;
    }
    this.#waitingBytes -= bytes;
    return this.#waiting.splice(0, count);
  }

  async #commit(group: readonly WaitingWrites[]): Promise<void> {
    try {
      const decision = this.#decide(group.map(({ writes }) => writes));
      await this.#makeDurable(decision);
      settleWriters(group, decision);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  #decide(group: readonly (readonly Write[])[]): CommitDecision {
    const decision = new GroupDecision(this.#options.ledger, this.#options.history);
    for (const writes of group) decision.add(writes);
    return decision;
  }

  async #makeDurable({ records, changes }: CommitDecision): Promise<void> {
    const [first, last] = [records[0], records.at(-1)];
    if (first === undefined || last === undefined) return;
    const { ledger, marks, commitGate, announce } = this.#options;
    const mark = marks.next(first.revision);
    await ledger.append(records, mark);
    marks.committed(changes, mark);
    assert(ledger.lastRevision === last.revision, "a commit did not end at its last revision");
    if (commitGate) await commitGate();
    announce({ changes, revision: last.revision });
  }
}

function settleWriters(group: readonly WaitingWrites[], { outcomes }: CommitDecision): void {
  for (const [index, { resolve, reject }] of group.entries()) {
    const outcome = outcomes[index];
    if (typeof outcome === "number") resolve(outcome);
    else reject(outcome);
  }
}

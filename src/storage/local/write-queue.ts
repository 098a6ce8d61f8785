/**
 * Group commit: one commit is in flight at a time, and the writes that arrive meanwhile form the next one.
 *
 * Invariants: a group becomes durable as a whole or fails as a whole; a failed group leaves the next revision where it
 * was; nobody hears of a write, and no refusal is answered, before the commit of its group is durable; watchers are
 * told before writers. Compaction steps take their turn between two groups, so a step sees no write half done.
 */
import { assert } from "../../base/assert.ts";
import { deferred } from "../../base/deferred.ts";
import type { ChangeBatch, Write } from "../engine.ts";
import { closed, unavailable } from "../failures.ts";
import { groupBytesMax, groupWritesMax, waitingBytesMax, waitingWritesMax } from "../limits.ts";
import { type Decision, GroupDecision } from "./decide.ts";
import type { History } from "./history.ts";
import type { Ledger } from "./ledger.ts";

/** Writes that are made together; most often one. */
interface WaitingWrites {
  readonly writes: readonly Write[];
  readonly bytes: number;
  readonly resolve: (revision: number) => void;
  readonly reject: (reason: unknown) => void;
}

export interface WriteQueueOptions {
  readonly ledger: Ledger;
  readonly history: History;
  /** Called once a commit is durable, before its writers are answered. */
  readonly announce: (batch: ChangeBatch) => void;
  /** Test seam: see `LocalEngineOptions.commitGate`. */
  readonly commitGate: (() => Promise<void>) | undefined;
}

export class WriteQueue {
  readonly #options: WriteQueueOptions;
  #waiting: WaitingWrites[] = [];
  #waitingBytes = 0;
  readonly #turns: (() => Promise<void>)[] = [];
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
  }

  /**
   * @param writes made together
   * @returns the revision of the last one, once it is durable
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
   * Commits the writes that `plan` finds necessary, as one group however many there are: what it looks at does not change
   * before they are durable.
   * @param plan whose writes must all hold
   */
  async submitPlan(plan: () => readonly Write[]): Promise<void> {
    await this.exclusively(async () => {
      const decision = this.#decide(plan().map((write) => [write]));
      const refused = decision.outcomes.find((outcome) => typeof outcome !== "number");
      if (refused) throw refused;
      await this.#makeDurable(decision);
    });
  }

  /**
   * Commits the removal of a key whose newest value cannot be read.
   * @returns the revision of the removal
   */
  async submitRemovalOfDamaged(key: string): Promise<number> {
    let revision = 0;
    await this.exclusively(async () => {
      const decision = new GroupDecision(this.#options.ledger, this.#options.history);
      revision = decision.removeDamaged(key);
      await this.#makeDurable(decision);
    });
    return revision;
  }

  /** Runs `turn` while no commit is in flight. */
  async exclusively(turn: () => Promise<void>): Promise<void> {
    if (this.#closed) throw closed();
    const done = deferred();
    this.#turns.push(async () => {
      try {
        if (this.#closed) throw closed();
        await turn();
        done.resolve();
      } catch (error) {
        done.reject(error);
      }
    });
    this.#start();
    await done.promise;
  }

  /** Waits for the commit in flight; what has not begun fails with `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    const refused = this.#waiting;
    this.#waiting = [];
    for (const { reject } of refused) reject(closed());
    await this.#running;
  }

  #start(): void {
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // Writes that are submitted in the same turn of the event loop go into one group.
    await Promise.resolve();
    while (this.#waiting.length > 0 || this.#turns.length > 0) {
      await this.#turns.shift()?.();
      if (this.#waiting.length > 0) await this.#commit(this.#takeGroup());
    }
    // In the same breath as the last look at the queues: a write submitted from now on starts a new run.
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
      answer(group, decision);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  #decide(group: readonly (readonly Write[])[]): Decision {
    const decision = new GroupDecision(this.#options.ledger, this.#options.history);
    for (const writes of group) decision.add(writes);
    return decision;
  }

  async #makeDurable({ records, changes }: Decision): Promise<void> {
    const last = records.at(-1);
    if (last === undefined) return;
    const { ledger, commitGate, announce } = this.#options;
    await ledger.append(records);
    assert(ledger.lastRevision === last.revision, "a commit did not end at its last revision");
    if (commitGate) await commitGate();
    announce({ changes, revision: last.revision });
  }
}

function answer(group: readonly WaitingWrites[], { outcomes }: Decision): void {
  for (const [index, { resolve, reject }] of group.entries()) {
    const outcome = outcomes[index];
    if (typeof outcome === "number") resolve(outcome);
    else reject(outcome);
  }
}

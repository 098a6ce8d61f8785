/** The engine of in-process servers. Its data is lost when the process ends. */
import type { Write } from "../engine.ts";
import { LocalEngine, type LocalEngineOptions } from "../local/local-engine.ts";
import { MemoryLedger } from "./memory-ledger.ts";

/** The options of a LocalEngine that also apply to an engine in memory. */
export type MemoryEngineOptions = Pick<
  LocalEngineOptions,
  "valueBytesMax" | "commitGate" | "clock" | "historyBytesMax"
>;

/**
 * Returns whether two values of one key are states of the same object. An object that was deleted and created again is
 * another one.
 */
export type SameObjectCheck = (one: Uint8Array, other: Uint8Array) => boolean;

/**
 * A state of a memory engine, from which other engines can start. Keeping it needs memory only for the data that has
 * changed since.
 */
export class MemoryState {
  readonly #ledger: MemoryLedger;

  /** @param ledger that nothing writes to */
  constructor(ledger: MemoryLedger) {
    this.#ledger = ledger;
  }

  /** The newest revision. */
  get revision(): number {
    return this.#ledger.lastRevision;
  }

  /** Returns an engine with this state and its history. Its next write gets the next revision. */
  continue(options: MemoryEngineOptions = {}): MemoryEngine {
    return new MemoryEngine(this.#ledger.copy(), options);
  }

  /**
   * Returns an engine with this state at a revision after `revision`. For watchers that saw revisions up to `revision`,
   * the history between appears compacted.
   */
  reappear(revision: number, options: MemoryEngineOptions = {}): MemoryEngine {
    const ledger = this.#ledger.copy();
    const readableFrom = Math.max(revision, ledger.lastRevision) + 1;
    ledger.skipTo(readableFrom);
    return new MemoryEngine(ledger, { ...options, readableFrom });
  }

  /** Yields the writes that change the values in `present` into those of this state, in the order of their keys. */
  *writesInto(present: MemoryLedger, isSame: SameObjectCheck): Generator<Write> {
    for (const key of this.#ledger.differingKeys(present)) {
      const wanted = this.#ledger.newest(key);
      const now = present.newest(key);
      if (wanted && now && Buffer.compare(wanted.value, now.value) === 0) continue;
      const isSameObject = wanted !== undefined && now !== undefined && isSame(wanted.value, now.value);
      if (now && !isSameObject) yield { key, value: undefined, expected: now.revision };
      if (wanted) yield { key, value: wanted.value, expected: isSameObject ? now.revision : 0 };
    }
  }
}

/** An engine that keeps all data in memory. */
export class MemoryEngine extends LocalEngine {
  readonly #ledger: MemoryLedger;

  constructor(ledger: MemoryLedger, options: LocalEngineOptions = {}) {
    super(ledger, options);
    this.#ledger = ledger;
  }

  /** Returns a copy of the committed state. This is fast for any amount of data. */
  state(): MemoryState {
    return new MemoryState(this.#ledger.copy());
  }

  /**
   * Restores the values of `state` by writes in one commit, so that watches continue. Each changed value gets its own
   * revision. Equal values keep their revisions.
   * @param isSame if it returns false, the present value is deleted before the value of `state` is written
   */
  async writeBack(state: MemoryState, isSame: SameObjectCheck): Promise<void> {
    await this.writeTogether(() => [...state.writesInto(this.#ledger, isSame)]);
  }
}

/** Returns an empty engine in memory. */
export function openMemoryEngine(options: MemoryEngineOptions = {}): MemoryEngine {
  return new MemoryEngine(new MemoryLedger(), options);
}

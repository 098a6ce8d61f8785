/** The engine of in-process servers: everything the contract asks for except outliving the process. */
import type { Write } from "../engine.ts";
import { LocalEngine, type LocalEngineOptions } from "../local/local-engine.ts";
import { MemoryLedger } from "./memory-ledger.ts";

export type MemoryEngineOptions = Pick<LocalEngineOptions, "valueBytesMax" | "commitGate">;

/** Whether two values of one key are states of the same thing. */
export type Sameness = (one: Uint8Array, other: Uint8Array) => boolean;

/** A state of a memory engine, for engines to begin with. Keeping one costs what has changed since. */
export class MemoryState {
  readonly #ledger: MemoryLedger;

  /** @param ledger that nobody writes to */
  constructor(ledger: MemoryLedger) {
    this.#ledger = ledger;
  }

  /** The newest revision. */
  get revision(): number {
    return this.#ledger.lastRevision;
  }

  /** An engine that goes on from here, with the revisions that follow and the history of the state. */
  continue(options: MemoryEngineOptions = {}): MemoryEngine {
    return new MemoryEngine(this.#ledger.copy(), options);
  }

  /**
   * An engine with this state at a revision after `revision`: to who has seen any up to that one, the history in between
   * is compacted.
   */
  reappear(revision: number, options: MemoryEngineOptions = {}): MemoryEngine {
    const ledger = this.#ledger.copy();
    const readableFrom = Math.max(revision, ledger.lastRevision) + 1;
    ledger.skipTo(readableFrom);
    return new MemoryEngine(ledger, { ...options, readableFrom });
  }

  /** The writes that make the values of `present` those of this state, in the order of their keys. */
  *writesInto(present: MemoryLedger, isSame: Sameness): Generator<Write> {
    for (const key of this.#ledger.keysUnlike(present)) {
      const then = this.#ledger.newest(key);
      const now = present.newest(key);
      if (then && now && Buffer.compare(then.value, now.value) === 0) continue;
      const goesOn = then !== undefined && now !== undefined && isSame(then.value, now.value);
      if (now && !goesOn) yield { key, value: undefined, expected: now.revision };
      if (then) yield { key, value: then.value, expected: goesOn ? now.revision : 0 };
    }
  }
}

export class MemoryEngine extends LocalEngine {
  readonly #ledger: MemoryLedger;

  constructor(ledger: MemoryLedger, options: LocalEngineOptions = {}) {
    super(ledger, options);
    this.#ledger = ledger;
  }

  /** Everything that is committed now; at once, however much it is. */
  state(): MemoryState {
    return new MemoryState(this.#ledger.copy());
  }

  /**
   * Makes the values of `state` the present ones by writes of one commit, so that watches go on: each value that differs
   * takes a revision of its own, what is the same keeps the one that it has.
   * @param isSame where it denies that, what is there is deleted before what was there is put
   */
  async writeBack(state: MemoryState, isSame: Sameness): Promise<void> {
    await this.writeTogether(() => [...state.writesInto(this.#ledger, isSame)]);
  }
}

/** An empty engine in memory. */
export function openMemoryEngine(options: MemoryEngineOptions = {}): MemoryEngine {
  return new MemoryEngine(new MemoryLedger(), options);
}

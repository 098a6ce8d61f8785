/** The engine of in-process servers: everything the contract asks for except outliving the process. */
import { LocalEngine, type LocalEngineOptions } from "../local/local-engine.ts";
import { MemoryLedger } from "./memory-ledger.ts";

export type MemoryEngineOptions = Pick<LocalEngineOptions, "valueBytesMax" | "commitGate">;

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
}

/** An empty engine in memory. */
export function openMemoryEngine(options: MemoryEngineOptions = {}): MemoryEngine {
  return new MemoryEngine(new MemoryLedger(), options);
}

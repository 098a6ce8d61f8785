/** Reads earlier states of one resource from the engine, also those before the compacted revision. */
import type { Engine, OldestState, PastChange } from "../storage/index.ts";
import type { CachedObject } from "./cached-object.ts";
import type { EngineObjects } from "./engine-objects.ts";

/** Result of `PastObjects.changesOf`. `object` is undefined for a deletion. `unknown`: the state before was removed. */
export interface PastObjectChange {
  readonly revision: number;
  readonly timeMs: number | undefined;
  readonly object: CachedObject | undefined;
  readonly type: "created" | "updated" | "deleted" | "unknown";
}

/** The earlier states of one resource. Keys are relative to its prefix. All methods throw the errors of `PastStates`. */
export class PastObjects {
  readonly #engine: Engine;
  readonly #stored: EngineObjects;
  readonly #fullKey: (key: string) => string;

  constructor(engine: Engine, stored: EngineObjects, fullKey: (key: string) => string) {
    this.#engine = engine;
    this.#stored = stored;
    this.#fullKey = fullKey;
  }

  oldest(): Promise<OldestState> {
    return this.#engine.past.oldest();
  }

  /** Returns the newest revision that can be read. */
  async newest(): Promise<number> {
    return Math.min(await this.#engine.progress(), this.#engine.newestRevision?.() ?? this.#engine.revision);
  }

  /** Returns the newest revision at a time. Undefined if the oldest known time is later. */
  revisionAt(timeMs: number): Promise<number | undefined> {
    return this.#engine.past.revisionAt(timeMs);
  }

  /** Returns an object at a revision. Undefined if it did not exist. */
  async object(key: string, at: number): Promise<CachedObject | undefined> {
    const entry = await this.#engine.past.get(this.#fullKey(key), at);
    return entry && this.#stored.object(entry);
  }

  /** Returns the changes of an object, newest first. */
  async changesOf(
    key: string,
    options: { readonly before: number; readonly limit: number },
  ): Promise<{ readonly changes: readonly PastObjectChange[]; readonly more: boolean }> {
    // The history includes every change that was confirmed before.
    await this.newest();
    const { changes, more } = await this.#engine.past.changesOf(this.#fullKey(key), options);
    return { changes: changes.map((change) => this.#objectChange(change)), more };
  }

  #objectChange(change: PastChange): PastObjectChange {
    const { revision, timeMs, value } = change;
    const object = value && this.#stored.object({ ...change, value });
    return { revision, timeMs, object, type: typeOf(change) };
  }
}

function typeOf({ value, previous, isPreviousRemoved }: PastChange): PastObjectChange["type"] {
  if (value === undefined) return "deleted";
  if (previous) return "updated";
  return isPreviousRemoved ? "unknown" : "created";
}

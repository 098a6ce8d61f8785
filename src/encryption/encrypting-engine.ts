/**
 * An engine whose values are encrypted in another engine. Every process that reads or writes the store has one, except for the
 * thread of large requests, which uses that of its process. Keys, revisions and conditions are not changed.
 *
 * The caches must hold all objects, because the memory that processes share has only encrypted values. Hence there are
 * no `sharedValues`.
 */
import {
  type ChangeBatch,
  type Engine,
  type EngineWatchOptions,
  type Entry,
  type Page,
  type PastStates,
  type RangeOptions,
  StorageError,
  type Write,
} from "../storage/index.ts";
import { StoredValueTransformer, type TransformerOfKey } from "./stored-values.ts";

/** Encrypts what it writes to another engine. */
export class EncryptingEngine implements Engine {
  readonly #inner: Engine;
  readonly #values: StoredValueTransformer;
  readonly past: PastStates;
  readonly newestRevision?: () => number;
  readonly takeCompactionTurn?: (revision: number) => Promise<boolean>;
  readonly storedBytes?: () => Promise<number>;

  /** @param inner the engine with the stored bytes. Disposing this engine disposes it, too. */
  constructor(inner: Engine, transformerOf: TransformerOfKey) {
    this.#inner = inner;
    this.#values = new StoredValueTransformer(transformerOf);
    this.past = this.#pastOf(inner.past);
    if (inner.newestRevision) this.newestRevision = inner.newestRevision.bind(inner);
    if (inner.takeCompactionTurn) this.takeCompactionTurn = inner.takeCompactionTurn.bind(inner);
    if (inner.storedBytes) this.storedBytes = inner.storedBytes.bind(inner);
  }

  get revision(): number {
    return this.#inner.revision;
  }

  get compactedRevision(): number {
    return this.#inner.compactedRevision;
  }

  get expiresKeys(): boolean {
    return this.#inner.expiresKeys;
  }

  async get(key: string, at?: number): Promise<Entry | undefined> {
    const stored = await this.#inner.get(key, at);
    return stored && (await this.#values.open(stored));
  }

  async range(prefix: string, options?: RangeOptions): Promise<Page> {
    const page = await this.#inner.range(prefix, options);
    const entries: Entry[] = [];
    for (const stored of page.entries) {
      const entry = this.#values.open(stored);
      entries.push(entry instanceof Promise ? await entry : entry);
    }
    return { ...page, entries };
  }

  async *watch(prefix: string, options: EngineWatchOptions): AsyncIterable<ChangeBatch> {
    for await (const batch of this.#inner.watch(prefix, options)) {
      yield batch.changes.length === 0 ? batch : await this.#values.openBatch(batch);
    }
  }

  async progress(): Promise<number> {
    return await this.#inner.progress();
  }

  async put(key: string, value: Uint8Array, expected: number, lifetimeMs?: number): Promise<number> {
    const sealed = this.#values.seal(key, value);
    return await this.#withOpenCurrent(this.#inner.put(key, sealed, expected, lifetimeMs));
  }

  async delete(key: string, expected: number): Promise<number> {
    return await this.#withOpenCurrent(this.#inner.delete(key, expected));
  }

  async commit(writes: readonly Write[]): Promise<number> {
    const sealed = writes.map((write) =>
      write.value ? { ...write, value: this.#values.seal(write.key, write.value) } : write,
    );
    return await this.#withOpenCurrent(this.#inner.commit(sealed));
  }

  async compact(revision: number): Promise<void> {
    await this.#inner.compact(revision);
  }

  async removeDamaged(key: string): Promise<number> {
    const stored = await this.#inner.get(key);
    if (!stored || stored.damage) return await this.#inner.removeDamaged(key);
    const { damage } = await this.#values.open(stored);
    if (damage) return await this.#inner.delete(key, stored.revision);
    throw new StorageError("revision-conflict", `the value of ${key} can be read`, { key });
  }

  async isOutdated(key: string): Promise<boolean> {
    const stored = await this.#inner.get(key);
    return stored !== undefined && !stored.damage && (await this.#values.isOutdated(stored));
  }

  /** Returns the keys of the inner engine. The caches find values that cannot be decrypted. */
  damagedKeys(): ReadonlyMap<string, string> {
    return this.#inner.damagedKeys();
  }

  /** Whether a value could not be decrypted since the last call. */
  takeDamageSeen(): boolean {
    const seen = this.#values.damageSeen;
    this.#values.damageSeen = false;
    return seen;
  }

  async check(): Promise<readonly string[]> {
    return await this.#inner.check();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#inner[Symbol.asyncDispose]();
  }

  /** Returns the earlier states of the inner engine, with the values in place of the stored bytes. */
  #pastOf(inner: PastStates): PastStates {
    return {
      oldest: () => inner.oldest(),
      revisionAt: (timeMs) => inner.revisionAt(timeMs),
      get: async (key, at) => {
        const stored = await inner.get(key, at);
        return stored && (await this.#values.open(stored));
      },
      range: async (prefix, options) => {
        const page = await inner.range(prefix, options);
        const entries: Entry[] = [];
        for (const stored of page.entries) entries.push(await this.#values.open(stored));
        return { ...page, entries };
      },
      changesOf: async (key, options) => {
        const { changes, more } = await inner.changesOf(key, options);
        const opened = await this.#values.openBatch({ changes, revision: 0 });
        return { changes: changes.map((change, index) => ({ ...change, ...opened.changes[index] })), more };
      },
    };
  }

  /** Rejects like a write of the inner engine, but the error's `current` has the value in place of the stored bytes. */
  async #withOpenCurrent(write: Promise<number>): Promise<number> {
    try {
      return await write;
    } catch (error) {
      if (!(error instanceof StorageError) || !error.current || error.key === undefined) throw error;
      const { code, message, key, revision, current, cause } = error;
      const opened = await this.#values.open({ key, ...current });
      throw new StorageError(code, message, {
        key,
        ...(revision === undefined ? {} : { revision }),
        ...(opened.damage ? {} : { current: { value: opened.value, revision: current.revision } }),
        cause,
      });
    }
  }
}

/**
 * Shows an engine as if its store were new: revisions are counted from the revision that it has at present. So tests that
 * expect certain revisions can share a store.
 */
import type {
  Change,
  ChangeBatch,
  Engine,
  EngineWatchOptions,
  Entry,
  Page,
  PastStates,
  RangeOptions,
  Write,
} from "../engine.ts";
import { StorageError } from "../errors.ts";

/** An engine whose revisions are smaller by a fixed number. Disposing it closes the engine. */
export class RelativeEngine implements Engine {
  readonly #engine: Engine;
  readonly #base: number;

  /** @param base the revision that is shown as 0 */
  constructor(engine: Engine, base: number) {
    this.#engine = engine;
    this.#base = base;
  }

  get past(): PastStates {
    const { past } = this.#engine;
    const shown = (revision: number): number => Math.max(0, revision - this.#base);
    return {
      oldest: async () => {
        const { revision, ...rest } = await this.#run(() => past.oldest());
        return { ...rest, revision: shown(revision) };
      },
      revisionAt: async (timeMs) => {
        const revision = await past.revisionAt(timeMs);
        return revision === undefined ? undefined : shown(revision);
      },
      get: (key, at) => this.get(key, at),
      range: (prefix, options) => this.range(prefix, options),
      changesOf: async (key, { before, limit }) => {
        const options = { before: before === Number.POSITIVE_INFINITY ? before : this.#absolute(before), limit };
        const { changes, more } = await this.#run(() => past.changesOf(key, options));
        return { changes: changes.map((change) => ({ ...change, ...this.#change(change) })), more };
      },
    };
  }

  get revision(): number {
    return this.#engine.revision - this.#base;
  }

  get compactedRevision(): number {
    return this.#engine.compactedRevision - this.#base;
  }

  get expiresKeys(): boolean {
    return this.#engine.expiresKeys;
  }

  async get(key: string, at?: number): Promise<Entry | undefined> {
    const entry = await this.#run(() => this.#engine.get(key, at === undefined ? undefined : this.#absolute(at)));
    return entry && this.#entry(entry);
  }

  async range(prefix: string, options: RangeOptions = {}): Promise<Page> {
    const { at } = options;
    const page = await this.#run(() =>
      this.#engine.range(prefix, at === undefined ? options : { ...options, at: this.#absolute(at) }),
    );
    return {
      ...page,
      entries: page.entries.map((entry) => this.#entry(entry)),
      revision: page.revision - this.#base,
    };
  }

  async *watch(prefix: string, { after, signal }: EngineWatchOptions): AsyncIterable<ChangeBatch> {
    try {
      for await (const batch of this.#engine.watch(prefix, { after: this.#absolute(after), signal })) {
        const changes = batch.changes.map((change) => this.#change(change));
        yield { changes, revision: batch.revision - this.#base };
      }
    } catch (error) {
      throw this.#error(error);
    }
  }

  async progress(): Promise<number> {
    return (await this.#run(() => this.#engine.progress())) - this.#base;
  }

  async put(key: string, value: Uint8Array, expected: number, lifetimeMs?: number): Promise<number> {
    return (await this.#run(() => this.#engine.put(key, value, this.#expected(expected), lifetimeMs))) - this.#base;
  }

  async delete(key: string, expected: number): Promise<number> {
    return (await this.#run(() => this.#engine.delete(key, this.#expected(expected)))) - this.#base;
  }

  async commit(writes: readonly Write[]): Promise<number> {
    const absolute = writes.map((write) => ({ ...write, expected: this.#expected(write.expected) }));
    return (await this.#run(() => this.#engine.commit(absolute))) - this.#base;
  }

  async compact(revision: number): Promise<void> {
    await this.#run(() => this.#engine.compact(this.#absolute(revision)));
  }

  async removeDamaged(key: string): Promise<number> {
    return (await this.#run(() => this.#engine.removeDamaged(key))) - this.#base;
  }

  damagedKeys(): ReadonlyMap<string, string> {
    return this.#engine.damagedKeys();
  }

  async check(): Promise<readonly string[]> {
    return await this.#run(() => this.#engine.check());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine[Symbol.asyncDispose]();
  }

  #absolute(revision: number): number {
    return revision + this.#base;
  }

  /** 0 means that the key does not exist. */
  #expected(revision: number): number {
    return revision === 0 ? 0 : this.#absolute(revision);
  }

  #entry(entry: Entry): Entry {
    return { ...entry, revision: entry.revision - this.#base };
  }

  #change(change: Change): Change {
    const { revision, previous } = change;
    return { ...change, revision: revision - this.#base, previous: previous && this.#entry(previous) };
  }

  async #run<T>(operation: () => Promise<T>): Promise<T> {
    try {
      return await operation();
    } catch (error) {
      throw this.#error(error);
    }
  }

  #error(error: unknown): unknown {
    if (!(error instanceof StorageError)) return error;
    const { code, message, key, revision, current, cause } = error;
    return new StorageError(code, message, {
      cause,
      ...(key === undefined ? {} : { key }),
      ...(revision === undefined ? {} : { revision: revision - this.#base }),
      ...(current ? { current: { value: current.value, revision: current.revision - this.#base } } : {}),
    });
  }
}

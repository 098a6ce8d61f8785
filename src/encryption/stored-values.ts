/** Transforms the values of a store in both directions. */
import { type Change, type ChangeBatch, type Entry, isStorageError, StorageError } from "../storage/index.ts";
import { type OpenedValue, TransformError, type ValueTransformer } from "./value-transformer.ts";
import { WrittenValues } from "./written-values.ts";

/** Returns the transformer of the values under a key. Undefined for keys of no resource, which are never encrypted. */
export type TransformerOfKey = (key: string) => ValueTransformer | undefined;

const noBytes = new Uint8Array();

/** Seals and opens the values of a store. */
export class StoredValueTransformer {
  readonly #transformerOf: TransformerOfKey;
  readonly #written = new WrittenValues();
  /** Whether a value could not be opened. */
  damageSeen = false;

  constructor(transformerOf: TransformerOfKey) {
    this.#transformerOf = transformerOf;
  }

  /**
   * Returns the bytes to store.
   * @throws StorageError `not-usable` if the value cannot be encrypted
   */
  seal(key: string, value: Uint8Array): Uint8Array {
    const transformer = this.#transformerOf(key);
    if (!transformer) return value;
    try {
      const sealed = transformer.toStorage(value, key);
      if (sealed !== value) this.#written.add(key, sealed, value);
      return sealed;
    } catch (error) {
      if (!(error instanceof TransformError)) throw error;
      throw new StorageError("not-usable", error.message, { key, cause: error });
    }
  }

  /**
   * Returns an entry with the value in place of the stored bytes, or with the reason why it cannot be read.
   * @throws StorageError `not-usable` if it may be readable later
   */
  open(stored: Entry): Entry | Promise<Entry> {
    const transformer = stored.damage ? undefined : this.#transformerOf(stored.key);
    if (!transformer) return stored;
    const written = this.#written.take(stored);
    if (written) return { key: stored.key, revision: stored.revision, value: written };
    try {
      const opened = transformer.fromStorage(stored.value, stored.key);
      return opened instanceof Promise ? this.#openLater(stored, opened) : withValue(stored, opened);
    } catch (error) {
      return this.#withDamage(stored, error);
    }
  }

  /**
   * Whether the value of an entry should be written again, although it has not changed. An entry whose key is missing can only be written
   * by a server that still has the value in memory, and is lost if it does not write it.
   */
  async isOutdated(stored: Entry): Promise<boolean> {
    try {
      const opened = await this.#transformerOf(stored.key)?.fromStorage(stored.value, stored.key);
      return opened?.isStale ?? false;
    } catch (error) {
      if (error instanceof TransformError) return !error.isTemporary;
      throw error;
    }
  }

  /**
   * Returns the changes of a batch with their values. The order is kept. A value that may be readable later is damaged until then, because an
   * error would end the stream of all other objects.
   */
  async openBatch({ changes, revision }: ChangeBatch): Promise<ChangeBatch> {
    const opened: Change[] = [];
    for (const change of changes) {
      const result = this.#openChange(change);
      opened.push(result instanceof Promise ? await result : result);
    }
    return { changes: opened, revision };
  }

  async #openLater(stored: Entry, opened: Promise<OpenedValue>): Promise<Entry> {
    try {
      return withValue(stored, await opened);
    } catch (error) {
      return this.#withDamage(stored, error);
    }
  }

  #withDamage(stored: Entry, error: unknown): Entry {
    const entry = withDamage(stored, error);
    this.damageSeen = true;
    return entry;
  }

  #openChanged(stored: Entry): Entry | Promise<Entry> {
    try {
      const opened = this.open(stored);
      return opened instanceof Promise ? opened.catch((error: unknown) => this.#unavailable(stored, error)) : opened;
    } catch (error) {
      return this.#unavailable(stored, error);
    }
  }

  /** @throws `error` if it does not mean that the value may be readable later */
  #unavailable(stored: Entry, error: unknown): Entry {
    if (!isStorageError(error, "not-usable")) throw error;
    this.damageSeen = true;
    return damagedEntry(stored, error);
  }

  #openChange(change: Change): Change | Promise<Change> {
    const transformer = this.#transformerOf(change.key);
    if (!transformer) return change;
    const previous = change.previous && this.#openPrevious(change.previous, transformer);
    const newest =
      change.value && this.#openChanged({ key: change.key, revision: change.revision, value: change.value });
    if (!(previous instanceof Promise) && !(newest instanceof Promise)) return changeOf(change, newest, previous);
    return Promise.all([newest, previous]).then(([value, before]) => changeOf(change, value, before));
  }

  /** The caches rarely read the previous value. It is opened when they do, if that does not need to wait. */
  #openPrevious(previous: Entry, { mayWait }: ValueTransformer): Entry | Promise<Entry> {
    return mayWait ? this.#openChanged(previous) : new LazyEntry(previous, (stored) => this.open(stored) as Entry);
  }
}

/** An entry that is opened when its value is read. */
class LazyEntry implements Entry {
  readonly key: string;
  readonly revision: number;
  readonly #stored: Entry;
  readonly #open: (stored: Entry) => Entry;
  #opened: Entry | undefined;

  constructor(stored: Entry, open: (stored: Entry) => Entry) {
    this.key = stored.key;
    this.revision = stored.revision;
    this.#stored = stored;
    this.#open = open;
  }

  get value(): Uint8Array {
    return this.#entry.value;
  }

  // The interface does not allow an explicit `undefined`, but for readers it is the same as an absent member.
  get damage(): StorageError {
    return this.#entry.damage as StorageError;
  }

  get #entry(): Entry {
    this.#opened ??= this.#open(this.#stored);
    return this.#opened;
  }
}

function changeOf({ key, revision }: Change, newest: Entry | undefined, previous: Entry | undefined): Change {
  const change = { key, revision, value: newest?.value, previous };
  return newest?.damage ? { ...change, damage: newest.damage } : change;
}

function withValue({ key, revision }: Entry, { value }: OpenedValue): Entry {
  return { key, revision, value };
}

function withDamage({ key, revision }: Entry, error: unknown): Entry {
  if (!(error instanceof TransformError)) throw error;
  const { message } = error;
  if (error.isTemporary) throw new StorageError("not-usable", message, { key, revision, cause: error });
  return damagedEntry({ key, revision }, error);
}

function damagedEntry({ key, revision }: Pick<Entry, "key" | "revision">, error: Error): Entry {
  const { message } = error;
  const damage = new StorageError("corrupt", message, { key, revision, isUntransformable: true, cause: error });
  return { key, revision, value: noBytes, damage };
}

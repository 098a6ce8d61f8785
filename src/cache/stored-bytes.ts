/**
 * The bytes of objects that a cache need not hold, because it can read them from the store at any time. Several processes
 * of one server share the store's memory, so the objects are not in memory once for each process. See docs/performance.md,
 * "Processes".
 */
import { StorageError, type StoredValues } from "../storage/index.ts";
import type { ObjectFormat } from "./object-format.ts";

/** Bytes of objects that the caches of a process hold although they could read them from the store. */
export class HeldBytes {
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether an object of about this size can be added. */
  hasRoomFor(bytes: number): boolean {
    return this.#bytes + bytes <= this.#bytesMax;
  }

  /** Adds an object's bytes. @returns false if there is no room, and the object must be read from the store */
  add(bytes: number): boolean {
    if (this.#bytes + bytes > this.#bytesMax) return false;
    this.#bytes += bytes;
    return true;
  }

  remove(bytes: number): void {
    this.#bytes -= bytes;
  }
}

/** The store, prefix and format of one resource, whose objects are read at each use. */
export interface StoredBytesOptions {
  readonly values: StoredValues;
  readonly format: ObjectFormat;
  /** Prefix of the resource's keys in the store. */
  readonly prefix: string;
  readonly held: HeldBytes;
}

/** Reads the newest versions of a resource's objects from the store. */
export class StoredBytes {
  readonly #options: StoredBytesOptions;

  constructor(options: StoredBytesOptions) {
    this.#options = options;
  }

  /** The bytes that are held although they could be read. */
  get held(): HeldBytes {
    return this.#options.held;
  }

  /**
   * Returns the bytes that clients get.
   * @param key relative to the prefix of the resource
   * @throws StorageError `unavailable` if this process lags so far behind the store that the version was compacted
   */
  read(key: string, revision: number): Buffer {
    const { values, format, prefix } = this.#options;
    const value = values.valueAt(prefix + key, revision);
    if (value) return format.present(value, revision).bytes;
    throw new StorageError("unavailable", `${prefix + key} at revision ${revision} was replaced and compacted`, {
      key: prefix + key,
      revision,
    });
  }
}

/** One version of an object in the cache: its bytes, and forms that were derived from them on demand. */
import { assert } from "../base/assert.ts";
import type { ObjectFormat, ObjectIndex, PresentedObject } from "./object-format.ts";
import type { StoredBytes } from "./stored-bytes.ts";

/** One version of an object. */
export class CachedObject {
  /** The key, relative to the prefix of the resource: `default/web`, or `node-1` for cluster-scoped kinds. */
  readonly key: string;
  /** The revision of the write that created this version. */
  readonly revision: number;
  /** Whether the bytes contain integers that a plain JSON parser would round. */
  readonly needsExactJson: boolean;
  /** The number of bytes. 0 if the object cannot be read. */
  readonly byteLength: number;
  /** Undefined if the object cannot be read, or is read from the store at each use. */
  #bytes: Buffer | undefined;
  readonly #unreadable: Error | undefined;
  #store: StoredBytes | undefined;
  #index: ObjectIndex | undefined;
  #derived: Map<string, unknown> | undefined;

  /**
   * @param content the object, or the reason why it cannot be read
   * @param store the object is the newest version of its key in this store. Its bytes are held only if there is room for
   * them, until it is replaced.
   */
  constructor(key: string, revision: number, content: PresentedObject | Error, store?: StoredBytes) {
    const unreadable = content instanceof Error;
    this.key = key;
    this.revision = revision;
    this.needsExactJson = !unreadable && content.needsExactJson;
    this.byteLength = unreadable ? 0 : content.bytes.length;
    this.#bytes = unreadable || (store && !store.held.add(content.bytes.length)) ? undefined : content.bytes;
    this.#unreadable = unreadable ? content : undefined;
    this.#store = unreadable ? undefined : store;
  }

  /**
   * The object in JSON, with its resourceVersion. The bytes never change.
   * @throws StorageError `corrupt` if the stored value cannot be read; `unavailable` as in `StoredBytes.read`
   */
  get bytes(): Buffer {
    if (this.#bytes) return this.#bytes;
    if (this.#unreadable) throw this.#unreadable;
    assert(this.#store, "an object without bytes is in a store");
    return this.#store.read(this.key, this.revision);
  }

  /**
   * Keeps the bytes from now on, because another version has replaced this one in the store.
   * @param readBytes returns the bytes, if the object does not hold them
   */
  becomeHistory(readBytes: () => Buffer): void {
    if (!this.#store) return;
    if (this.#bytes) this.#store.held.remove(this.byteLength);
    else this.#bytes = readBytes();
    this.#store = undefined;
  }

  /** The reason why the object cannot be read. Undefined if it can. */
  get unreadable(): Error | undefined {
    return this.#unreadable;
  }

  /** The object is no longer in the cache. Its bytes no longer count as held. */
  leaveCache(): void {
    if (this.#store && this.#bytes) this.#store.held.remove(this.byteLength);
    this.#store = this.#bytes ? undefined : this.#store;
  }

  /** Returns the parts that selectors use. They are computed on first use. */
  index(format: ObjectFormat): ObjectIndex {
    this.#index ??= format.index(this.bytes);
    return this.#index;
  }

  /**
   * Returns another form of this version, such as a Table row or compressed bytes. `make` creates it once, and it is
   * kept as long as this version.
   */
  derived<T>(form: string, make: () => T): T {
    this.#derived ??= new Map();
    if (!this.#derived.has(form)) this.#derived.set(form, make());
    return this.#derived.get(form) as T;
  }

  /** Returns the derived form, or undefined if it was not created yet. */
  peekDerived<T>(form: string): T | undefined {
    return this.#derived?.get(form) as T | undefined;
  }

  setDerived(form: string, value: unknown): void {
    this.#derived ??= new Map();
    this.#derived.set(form, value);
  }
}

/** One version of an object in the cache: its bytes, and forms that were derived from them on demand. */
import type { Allocate } from "../base/bytes.ts";

/** The parts of an object that selectors use. */
export interface ObjectIndex {
  readonly labels: Readonly<Record<string, string>>;
  /** Values of the kind's selectable fields, in the order in which the kind declares them. */
  readonly fields: readonly string[];
}

/** The JSON of an object, and how it must be parsed. */
export interface PresentedObject {
  readonly bytes: Buffer;
  /** Whether it contains integers that a plain JSON parser would round. */
  readonly needsExactJson: boolean;
}

/** The format of stored values. The registry supplies it, so that the cache need not know what objects are. */
export interface ObjectFormat {
  /**
   * Returns the bytes that clients get, for a stored value and the revision of its write.
   * @param allocate returns the memory for the bytes. Default: a separate allocation.
   */
  present(value: Uint8Array, revision: number, allocate?: Allocate): PresentedObject;
  /** Returns the same object with another revision, for events that show an earlier state. */
  restamp(bytes: Buffer, revision: number): Buffer;
  /** Returns the parts that selectors use. */
  index(bytes: Buffer): ObjectIndex;
}

const nothing = Buffer.alloc(0);

/** One version of an object. */
export class CachedObject {
  /** The key, relative to the prefix of the resource: `default/web`, or `node-1` for cluster-scoped kinds. */
  readonly key: string;
  /** The revision of the write that created this version. */
  readonly revision: number;
  /** Whether the bytes contain integers that a plain JSON parser would round. */
  readonly needsExactJson: boolean;
  readonly #bytes: Buffer;
  readonly #unreadable: Error | undefined;
  #index: ObjectIndex | undefined;
  #derived: Map<string, unknown> | undefined;

  /** @param content the object, or the reason why it cannot be read */
  constructor(key: string, revision: number, content: PresentedObject | Error) {
    const unreadable = content instanceof Error;
    this.key = key;
    this.revision = revision;
    this.needsExactJson = !unreadable && content.needsExactJson;
    this.#bytes = unreadable ? nothing : content.bytes;
    this.#unreadable = unreadable ? content : undefined;
  }

  /**
   * The object in JSON, with its resourceVersion. The bytes never change.
   * @throws StorageError `corrupt` if the stored value cannot be read
   */
  get bytes(): Buffer {
    if (this.#unreadable) throw this.#unreadable;
    return this.#bytes;
  }

  /** The number of bytes. 0 if the object cannot be read. */
  get byteLength(): number {
    return this.#bytes.length;
  }

  /** The reason why the object cannot be read. Undefined if it can. */
  get unreadable(): Error | undefined {
    return this.#unreadable;
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

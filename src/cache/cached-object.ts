/** One version of one object, as the cache holds it: its bytes, and what was read out of them when it was needed. */
import type { Allocate } from "../base/bytes.ts";

/** What selectors look at. */
export interface ObjectIndex {
  readonly labels: Readonly<Record<string, string>>;
  /** Values of the kind's selectable fields, in the order in which the kind declares them. */
  readonly fields: readonly string[];
}

/** An object's bytes, and how they must be parsed. */
export interface PresentedObject {
  readonly bytes: Buffer;
  /** True when they hold integers that a plain JSON parser would round. */
  readonly exact: boolean;
}

/** What the cache needs to know of the values it holds; the registry supplies it. */
export interface ObjectFormat {
  /**
   * The bytes that clients get, from what the engine holds and the revision of the write.
   * @param allocate where they are put; default: memory of their own
   */
  present(value: Uint8Array, revision: number, allocate?: Allocate): PresentedObject;
  /** The same object with another revision, for the events that show a former state. */
  restamp(bytes: Buffer, revision: number): Buffer;
  /** What selectors look at, read out of the bytes. */
  index(bytes: Buffer): ObjectIndex;
}

const nothing = Buffer.alloc(0);

export class CachedObject {
  /** Below the resource's prefix: `default/web`, or `node-1` for cluster-scoped kinds. */
  readonly key: string;
  /** The revision of the write that made this version. */
  readonly revision: number;
  /** True when the bytes hold integers that a plain JSON parser would round. */
  readonly exact: boolean;
  readonly #bytes: Buffer;
  readonly #unreadable: Error | undefined;
  #index: ObjectIndex | undefined;
  #derived: Map<string, unknown> | undefined;

  /** @param content why the object cannot be read, when it cannot */
  constructor(key: string, revision: number, content: PresentedObject | Error) {
    const unreadable = content instanceof Error;
    this.key = key;
    this.revision = revision;
    this.exact = !unreadable && content.exact;
    this.#bytes = unreadable ? nothing : content.bytes;
    this.#unreadable = unreadable ? content : undefined;
  }

  /**
   * The object in JSON, resourceVersion included. Never changed.
   * @throws StorageError `corrupt` when what is stored cannot be read
   */
  get bytes(): Buffer {
    if (this.#unreadable) throw this.#unreadable;
    return this.#bytes;
  }

  /** How long the bytes are; 0 for what cannot be read. */
  get byteLength(): number {
    return this.#bytes.length;
  }

  /** Why the object cannot be read. */
  get unreadable(): Error | undefined {
    return this.#unreadable;
  }

  /** Read out when a selector first asks. */
  index(format: ObjectFormat): ObjectIndex {
    this.#index ??= format.index(this.bytes);
    return this.#index;
  }

  /** Another form of this version (a Table row, compressed bytes), made once and kept as long as the version. */
  derived<T>(form: string, make: () => T): T {
    this.#derived ??= new Map();
    if (!this.#derived.has(form)) this.#derived.set(form, make());
    return this.#derived.get(form) as T;
  }

  /** The derived form, when it has been made. */
  peekDerived<T>(form: string): T | undefined {
    return this.#derived?.get(form) as T | undefined;
  }

  setDerived(form: string, value: unknown): void {
    this.#derived ??= new Map();
    this.#derived.set(form, value);
  }
}

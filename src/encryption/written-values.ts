/**
 * Values that this process has just encrypted. The engine reports each of them to the caches in its stored form, and
 * decrypting it again would take as long as encrypting it.
 */
import type { Entry } from "../storage/index.ts";

/** Maximum number of bytes of all kept values. */
const bytesMax = 4 * 1024 * 1024;

interface WrittenValue {
  readonly sealed: Uint8Array;
  readonly value: Uint8Array;
}

/** Keeps the last values until they are taken. */
export class WrittenValues {
  /** By key, the oldest one first. */
  readonly #values = new Map<string, WrittenValue>();
  #bytes = 0;

  /** Adds a value, of which it makes a copy. */
  add(key: string, sealed: Uint8Array, value: Uint8Array): void {
    this.#remove(key);
    this.#values.set(key, { sealed, value: Uint8Array.from(value) });
    this.#bytes += sealed.length + value.length;
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= bytesMax) return;
      this.#remove(oldest);
    }
  }

  /** Returns the value of an entry whose stored bytes are those that were added, and forgets it. */
  take({ key, value: stored }: Pick<Entry, "key" | "value">): Uint8Array | undefined {
    const written = this.#values.get(key);
    if (!written || Buffer.compare(written.sealed, stored) !== 0) return undefined;
    this.#remove(key);
    return written.value;
  }

  #remove(key: string): void {
    const written = this.#values.get(key);
    if (!written) return;
    this.#values.delete(key);
    this.#bytes -= written.sealed.length + written.value.length;
  }
}

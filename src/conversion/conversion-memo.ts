/** Remembers the results of recent conversions. */
import { hash } from "node:crypto";
import { stringifyJson } from "../codec/index.ts";
import type { ApiObject, SharedObject } from "../meta/object-meta.ts";

/**
 * Metadata that the server sets with each write. Results do not depend on it: a conversion cannot change it, and equal objects with
 * other values would be converted again after each write.
 */
const ignoredMetadata: ReadonlySet<string> = new Set([
  "managedFields",
  "resourceVersion",
  "generation",
  "uid",
  "creationTimestamp",
  "selfLink",
]);

/** Returns the text under which the result of a conversion is remembered. */
export function conversionKey(settings: string, object: SharedObject, apiVersion: string): string {
  const kept = Object.entries(object.metadata).filter(([field]) => !ignoredMetadata.has(field));
  const text = stringifyJson({ ...object, metadata: Object.fromEntries(kept) }, { exact: true });
  return hash("sha256", `${settings}\0${apiVersion}\0${text}`, "base64");
}

interface Entry {
  readonly object: ApiObject;
  readonly bytes: number;
}

/** Largest size of the results of all types, in bytes of JSON. */
const defaultBytesMax = 16 * 1024 * 1024;

/** Results of conversions by their keys. Drops those that were unused for longest. */
export class ConversionMemo {
  readonly #entries = new Map<string, Entry>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax = defaultBytesMax) {
    this.#bytesMax = bytesMax;
  }

  get(key: string): ApiObject | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.object;
  }

  /**
   * Remembers a result. The newest one is kept even if it is larger than the limit, because the work that needs it runs next.
   * @param bytes size of its JSON
   */
  set(key: string, object: ApiObject, bytes: number): void {
    this.#remove(key);
    this.#entries.set(key, { object, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax || oldest === key) return;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}

/**
 * Copies of a private key. Node allows one thread at a time to use a key object, and even the main thread waits for it when it
 * starts a signature. So each signature in progress has its own copy.
 */
import { createPrivateKey, type KeyObject } from "node:crypto";
import { type Deferred, deferred } from "../../base/deferred.ts";

/** Number of threads in which Node computes signatures by default. */
const copies = 4;

/** Lends copies of a private key. */
export class SigningKeys {
  readonly #free: KeyObject[];
  readonly #waiting: Deferred<KeyObject>[] = [];

  constructor(key: KeyObject) {
    const der = key.export({ type: "pkcs8", format: "der" });
    this.#free = Array.from({ length: copies }, () => createPrivateKey({ key: der, type: "pkcs8", format: "der" }));
  }

  /** Calls a function with a copy that no other call is using. Waits until one is free. */
  async use<T>(sign: (key: KeyObject) => Promise<T>): Promise<T> {
    const key = this.#free.pop() ?? (await this.#nextFree());
    try {
      return await sign(key);
    } finally {
      const next = this.#waiting.shift();
      if (next) next.resolve(key);
      else this.#free.push(key);
    }
  }

  #nextFree(): Promise<KeyObject> {
    const waiting = deferred<KeyObject>();
    this.#waiting.push(waiting);
    return waiting.promise;
  }
}

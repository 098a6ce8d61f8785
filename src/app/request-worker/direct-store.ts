/** Reads the store of the main thread synchronously: this thread blocks until the main thread has answered. */
import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { assert } from "../../base/assert.ts";
import type { DirectReader } from "../../cache/index.ts";
import { type Entry, fromFailure } from "../../storage/index.ts";
import type { StoreRead, StoreReadResult } from "./messages.ts";

/** Synchronous reader of the store, for the caches of the worker. */
export class DirectStore implements DirectReader {
  readonly #port: MessagePort;
  readonly #signal: Int32Array;

  constructor(port: MessagePort, signal: SharedArrayBuffer) {
    this.#port = port;
    this.#signal = new Int32Array(signal);
  }

  get(key: string, knownRevision: number): Entry | "unchanged" | undefined {
    const result = this.#read({ operation: "get", key, knownRevision });
    assert("entry" in result, "a get is answered with an entry");
    return result.entry;
  }

  range(prefix: string): readonly Entry[] {
    const entries: Entry[] = [];
    for (;;) {
      const after = entries.at(-1)?.key;
      const page = this.#read({ operation: "range", prefix, ...(after === undefined ? {} : { after }) });
      assert("entries" in page, "a range is answered with entries");
      entries.push(...page.entries);
      if (!page.more) return entries;
    }
  }

  /**
   * Sends a read and waits for the result.
   * @throws StorageError like reads of the engine
   */
  #read(read: StoreRead): StoreReadResult {
    Atomics.store(this.#signal, 0, 0);
    this.#port.postMessage(read, []);
    Atomics.wait(this.#signal, 0, 0);
    const { message } = receiveMessageOnPort(this.#port) as { message: StoreReadResult };
    if ("error" in message) throw fromFailure(message.error);
    return message;
  }
}

/** A connection that several watchers share. When it is replaced, all of them must connect again. */

import type { ServerAddress } from "../support/orch-process.ts";
import { WireClient } from "../support/wire-client.ts";

/**
 * Flow-control window of a watch. With a smaller one, a client that is not scheduled for a moment falls behind. Clients
 * in other languages use some megabytes.
 */
const windowBytes = 1024 * 1024;

/** A replaceable client. */
export class SharedConnection implements AsyncDisposable {
  readonly protocol: "h1" | "h2";
  readonly #address: ServerAddress;
  #client: WireClient;

  constructor(address: ServerAddress, protocol: "h1" | "h2") {
    this.#address = address;
    this.protocol = protocol;
    this.#client = this.#connect();
  }

  /** The current client. */
  get client(): WireClient {
    return this.#client;
  }

  /** Closes all connections of the current client and replaces it. */
  async replace(): Promise<void> {
    const old = this.#client;
    this.#client = this.#connect();
    await old[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client[Symbol.asyncDispose]();
  }

  #connect(): WireClient {
    return new WireClient({ ...this.#address, protocol: this.protocol, windowBytes });
  }
}

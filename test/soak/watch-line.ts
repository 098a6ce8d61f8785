/** A client whose connections several watchers share. Now and then it is replaced, and all of them have to come again. */

import type { ServerAddress } from "../support/orch-process.ts";
import { WireClient } from "../support/wire-client.ts";

/** With less, a client that is not scheduled for a moment falls behind. Clients in other languages have some megabytes. */
const windowBytes = 1024 * 1024;

export class WatchLine implements AsyncDisposable {
  readonly protocol: "h1" | "h2";
  readonly #address: ServerAddress;
  #client: WireClient;

  constructor(address: ServerAddress, protocol: "h1" | "h2") {
    this.#address = address;
    this.protocol = protocol;
    this.#client = this.#connect();
  }

  /** The present one. */
  get client(): WireClient {
    return this.#client;
  }

  /** Breaks all connections off. */
  async renew(): Promise<void> {
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

/** Keeps the clients of a system, because a new TLS connection takes as long as several requests. */
import type { Random } from "../../../src/base/random.ts";
import type { SystemUnderTest } from "../setups/system.ts";
import { ApiClient, type Protocol } from "./api-client.ts";
import { oneOf } from "./choices.ts";

const protocols: readonly Protocol[] = ["h1", "h2"];

/** Idle clients, by server and protocol. */
export class ClientPool implements AsyncDisposable {
  readonly system: SystemUnderTest;
  readonly #idle = new Map<string, ApiClient[]>();
  readonly #all: ApiClient[] = [];

  constructor(system: SystemUnderTest) {
    this.system = system;
  }

  /** Runs `use` with a client of a random server over a random protocol. */
  async withClient<T>(random: Random, use: (client: ApiClient) => Promise<T>): Promise<T> {
    const address = oneOf(random, this.system.addresses);
    const protocol = oneOf(random, protocols);
    const idle = this.#idleOf(`${protocol} ${address.url}`);
    const client = idle.pop() ?? new ApiClient(address, protocol);
    if (!this.#all.includes(client)) this.#all.push(client);
    try {
      return await use(client);
    } finally {
      idle.push(client);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#all) await client[Symbol.asyncDispose]();
  }

  #idleOf(name: string): ApiClient[] {
    const known = this.#idle.get(name);
    if (known) return known;
    const idle: ApiClient[] = [];
    this.#idle.set(name, idle);
    return idle;
  }
}

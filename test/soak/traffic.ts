/** The requests of a soak: sent, timed, and held against the status that they must be answered with. */
import type { Random } from "../../src/base/random.ts";
import type { ServerAddress } from "../support/orch-process.ts";
import { WireClient, type WireRequest, type WireResponse } from "../support/wire-client.ts";
import { Latencies } from "./latencies.ts";

const h2Clients = 4;
/** One request in so many goes over HTTP/1.1. */
const h1Share = 5;

export class Traffic implements AsyncDisposable {
  requests = 0;
  reads = new Latencies();
  writes = new Latencies();
  readonly #address: ServerAddress;
  readonly #random: Random;
  readonly #clients: readonly WireClient[];
  readonly #h1: WireClient;

  constructor(address: ServerAddress, random: Random) {
    this.#address = address;
    this.#random = random;
    this.#clients = Array.from({ length: h2Clients }, () => new WireClient({ ...address, protocol: "h2" }));
    this.#h1 = new WireClient({ ...address, protocol: "h1" });
  }

  /** Forgets what was measured. */
  reset(): void {
    this.requests = 0;
    this.reads = new Latencies();
    this.writes = new Latencies();
  }

  /** @throws when the status is another one */
  async ask(status: number, target: string, request: WireRequest = {}): Promise<WireResponse> {
    return await this.#ask(this.#anyClient(), status, target, request);
  }

  /** The same on a connection that is opened for it, and closed behind it. */
  async askAlone(status: number, target: string): Promise<WireResponse> {
    const protocol = this.#random.below(2) === 0 ? "h1" : "h2";
    await using client = new WireClient({ ...this.#address, protocol });
    return await this.#ask(client, status, target, {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of [...this.#clients, this.#h1]) await client[Symbol.asyncDispose]();
  }

  async #ask(client: WireClient, status: number, target: string, request: WireRequest): Promise<WireResponse> {
    const begunMs = performance.now();
    const answer = await client.request(target, request);
    this.requests++;
    const isRead = request.body === undefined && request.method === undefined;
    (isRead ? this.reads : this.writes).add(performance.now() - begunMs);
    if (answer.status === status) return answer;
    const method = request.method ?? (request.body === undefined ? "GET" : "POST");
    throw new Error(`${method} ${target} is answered with ${answer.status} instead of ${status}: ${answer.text}`);
  }

  #anyClient(): WireClient {
    if (this.#random.below(h1Share) === 0) return this.#h1;
    return this.#clients[this.#random.below(this.#clients.length)] as WireClient;
  }
}

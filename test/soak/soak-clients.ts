/** Sends the requests of a soak, measures their duration and checks their status. */
import type { Random } from "../../src/base/random.ts";
import type { ServerAddress } from "../support/orch-process.ts";
import { WireClient, type WireRequest, type WireResponse } from "../support/wire-client.ts";
import { Latencies } from "./latencies.ts";

const h2Clients = 4;
/** One in this many requests uses HTTP/1.1. */
const h1Share = 5;

/** Clients of a soak, with the number and durations of their requests. */
export class SoakClients implements AsyncDisposable {
  requestCount = 0;
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

  /** Resets all measurements. */
  reset(): void {
    this.requestCount = 0;
    this.reads = new Latencies();
    this.writes = new Latencies();
  }

  /** Sends a request. @throws Error if the response has another status */
  async request(status: number, target: string, request: WireRequest = {}): Promise<WireResponse> {
    return await this.#sendRequest(this.#anyClient(), status, target, request);
  }

  /** Like `request`, but on a new connection that is closed afterwards. */
  async requestOnNewConnection(status: number, target: string): Promise<WireResponse> {
    const protocol = this.#random.below(2) === 0 ? "h1" : "h2";
    await using client = new WireClient({ ...this.#address, protocol });
    return await this.#sendRequest(client, status, target, {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of [...this.#clients, this.#h1]) await client[Symbol.asyncDispose]();
  }

  async #sendRequest(client: WireClient, status: number, target: string, request: WireRequest): Promise<WireResponse> {
    const begunMs = performance.now();
    const answer = await client.request(target, request);
    this.requestCount++;
    const isRead = request.body === undefined && request.method === undefined;
    (isRead ? this.reads : this.writes).add(performance.now() - begunMs);
    if (answer.status === status) return answer;
    const method = request.method ?? (request.body === undefined ? "GET" : "POST");
    throw new Error(`${method} ${target} got ${answer.status} instead of ${status}: ${answer.text}`);
  }

  #anyClient(): WireClient {
    if (this.#random.below(h1Share) === 0) return this.#h1;
    return this.#clients[this.#random.below(this.#clients.length)] as WireClient;
  }
}

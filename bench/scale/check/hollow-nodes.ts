/** Simulated nodes that send requests to a real server and watch it, and the measurement of their latency. */

import type { RequestName } from "../costs.ts";
import type { HollowClient } from "../hollow-client.ts";
import {
  getRequest,
  leasesPath,
  nodeName,
  nodeStatusPatch,
  patchRequest,
  podStatusPatch,
  podsPath,
  protobufWatchHeaders,
  sliceObject,
  slicesPath,
  timeOf,
  writeRequest,
} from "../hollow-objects.ts";
import { recordedEndpoints } from "../model/load.ts";
import { LeaseRenewals } from "../record/request-costs.ts";
import { Draws } from "../simulation/draws.ts";
import type { Percentiles } from "../simulation/steady.ts";
import { percentilesOf } from "../simulation/steady.ts";
import { checkNodes, checkRates, checkServices, watchSeconds } from "./load.ts";

/** Latencies that the nodes have measured. */
export interface MeasuredLatency {
  readonly writes: number;
  readonly writeMs: Percentiles;
  readonly readMs: Percentiles;
  /** Time from the sending of an update of an EndpointSlice until its event has reached a node. */
  readonly eventMs: Percentiles;
  readonly events: number;
  readonly watchStarts: number;
}

/** The simulated nodes. One connection belongs to each of them. */
export class HollowNodes {
  readonly #clients: readonly HollowClient[];
  readonly #draws: Draws;
  readonly #level: number;
  readonly #leases = new LeaseRenewals();
  readonly #renewing = new Set<number>();
  readonly #failures: unknown[] = [];
  #version = "";
  #turn = 1;
  #isStopped = false;
  #writes: number[] = [];
  #reads: number[] = [];
  #events: number[] = [];
  #watchStarts = 0;
  /** Time at which the newest update of each EndpointSlice was sent. */
  readonly #sliceSentAtMs = new Map<string, number>();

  /** @param level factor of the rates of requests */
  constructor(clients: readonly HollowClient[], seed: number, level: number) {
    this.#clients = clients;
    this.#level = level;
    this.#draws = new Draws(seed);
  }

  /** Starts all watches and requests. */
  async start(): Promise<void> {
    await this.readVersion();
    for (const [node, client] of this.#clients.entries()) {
      for (const path of watchPathsOf(node)) this.#watchForever(client, path).catch((error) => this.#fail(error));
    }
    for (const [name, rate] of Object.entries(checkRates)) this.#arrive(name as RequestName, (rate ?? 0) * this.#level);
  }

  /** Forgets the latencies that were measured so far. */
  reset(): void {
    this.#writes = [];
    this.#reads = [];
    this.#events = [];
    this.#watchStarts = 0;
  }

  /** Ends the load. @throws Error if a request has failed */
  stop(): MeasuredLatency {
    this.#isStopped = true;
    const [failure] = this.#failures;
    if (failure !== undefined) throw new Error("a request of the check has failed", { cause: failure });
    return {
      writes: this.#writes.length,
      writeMs: percentilesOf(this.#writes),
      readMs: percentilesOf(this.#reads),
      eventMs: percentilesOf(this.#events),
      events: this.#events.length,
      watchStarts: this.#watchStarts,
    };
  }

  #fail(error: unknown): void {
    if (!this.#isStopped) this.#failures.push(error);
  }

  #arrive(name: RequestName, perSecond: number): void {
    const startMs = performance.now();
    let dueMs = 0;
    const planNext = (): void => {
      if (this.#isStopped) return;
      dueMs += this.#draws.exponential(1000 / perSecond);
      setTimeout(
        () => {
          this.#send(name).catch((error: unknown) => this.#fail(error));
          planNext();
        },
        Math.max(0, startMs + dueMs - performance.now()),
      );
    };
    planNext();
  }

  async #send(name: RequestName): Promise<void> {
    const node = Math.floor(this.#draws.share() * checkNodes);
    const client = this.#clients[node];
    if (!client) return;
    const startMs = performance.now();
    const turn = this.#turn++;
    if (name === "leaseUpdate") {
      // A node renews its Lease only once at a time.
      if (this.#renewing.has(node)) return;
      this.#renewing.add(node);
      try {
        await this.#leases.renew(client, node + turn * filledNodes);
      } finally {
        this.#renewing.delete(node);
      }
    } else {
      await client.request(this.#requestOf(name, node, turn));
    }
    (name === "podGet" ? this.#reads : this.#writes).push((performance.now() - startMs) / 1000);
  }

  #requestOf(name: RequestName, node: number, turn: number): Parameters<HollowClient["request"]>[0] {
    switch (name) {
      case "nodeStatusPatch":
        return patchRequest(`/api/v1/nodes/${nodeName(node)}/status`, nodeStatusPatch(timeOf(turn)));
      case "podStatusPatch":
        return patchRequest(`${podsPath}/pod-${node}/status`, podStatusPatch(node, timeOf(turn)));
      case "podGet":
        return getRequest(`${podsPath}/pod-${node}`);
      case "sliceUpdate": {
        const slice = `web-${String(node % checkServices).padStart(4, "0")}`;
        this.#sliceSentAtMs.set(slice, performance.now());
        return writeRequest("PUT", `${slicesPath}/${slice}`, sliceObject(slice, recordedEndpoints, turn));
      }
      default:
        throw new Error(`the check sends no ${name}`);
    }
  }

  async #watchForever(client: HollowClient, path: string): Promise<void> {
    const isSlices = path.startsWith("/apis/discovery");
    while (!this.#isStopped) {
      const seconds = watchSeconds.min + Math.floor(this.#draws.share() * (watchSeconds.max - watchSeconds.min + 1));
      const resumed = `${path}&resourceVersion=${this.#version}&allowWatchBookmarks=true&timeoutSeconds=${seconds}`;
      this.#watchStarts++;
      const startMs = performance.now();
      const watch = await client.watch(resumed, protobufWatchHeaders, (piece) => {
        if (isSlices) this.#receiveSlice(piece, startMs);
      });
      await watch.ended;
    }
  }

  /** Recognizes the slice by its name. A watch that continues may receive updates from before its start again. */
  #receiveSlice(piece: Buffer, watchStartMs: number): void {
    const name = /web-\d{4}/.exec(piece.toString("latin1"))?.[0];
    const sentAtMs = name === undefined ? undefined : this.#sliceSentAtMs.get(name);
    if (sentAtMs !== undefined && sentAtMs > watchStartMs) this.#events.push((performance.now() - sentAtMs) / 1000);
  }

  /** Makes later watches continue from the present version, as a client does that has received a bookmark. */
  async readVersion(): Promise<void> {
    const { body } = await (this.#clients[0] as HollowClient).request({ method: "GET", path: `${leasesPath}?limit=1` });
    // The end of the check cuts off a response that is on its way.
    if (this.#isStopped) return;
    const list = JSON.parse(body.toString("latin1")) as { metadata: { resourceVersion: string } };
    this.#version = list.metadata.resourceVersion;
  }
}

/** Nodes that the server was filled with. `LeaseRenewals` counts modulo this number. */
const filledNodes = 1000;

function watchPathsOf(node: number): readonly string[] {
  const field = (name: string, value: string): string => `fieldSelector=${encodeURIComponent(`${name}=${value}`)}`;
  const labels = encodeURIComponent("!service.kubernetes.io/headless,!service.kubernetes.io/service-proxy-name");
  return [
    `/api/v1/pods?watch=1&${field("spec.nodeName", nodeName(node))}`,
    `/api/v1/nodes?watch=1&${field("metadata.name", nodeName(node))}`,
    "/api/v1/services?watch=1",
    `/apis/discovery.k8s.io/v1/endpointslices?watch=1&labelSelector=${labels}`,
  ];
}

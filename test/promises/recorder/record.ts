/** Records one history: several clients send random requests to one namespace while faults happen. */
import { setTimeout as pause } from "node:timers/promises";
import { type Random, seededRandom } from "../../../src/base/random.ts";
import { contentOf, type History, type Operation, type Outcome, type Request, type Watch } from "../history/history.ts";
import type { SystemFault, SystemUnderTest } from "../setups/system.ts";
import type { ApiClient } from "./api-client.ts";
import { chooseRequest, happens, oneOf } from "./choices.ts";
import type { ClientPool } from "./client-pool.ts";
import { Knowledge } from "./knowledge.ts";
import { perform } from "./perform.ts";
import { Watcher } from "./watcher.ts";

/** Size of a history, and its faults. */
export interface RecordOptions {
  readonly seed: number;
  /** Name of the namespace. Unique in the system. */
  readonly namespace: string;
  readonly clients: number;
  readonly watchers: number;
  readonly keys: number;
  readonly requestsPerClient: number;
  /** Fault that happens in the middle of the history. */
  readonly fault: SystemFault | undefined;
}

/** Maximum wait until the watches have delivered everything. */
const settleMaxMs = 10_000;
/** Share of the requests during which the client closes its connection, in percent. */
const abandonedPercent = 3;
/** Share of the requests before which the client pauses, in percent. */
const pausePercent = 30;
const pauseMaxMs = 4;
/** Pause between two requests of a client that continues until a fault ends. */
const faultPauseMs = 25;
/** Limits the requests of a client during a long fault. */
const faultRequestsFactor = 3;
/** Number of tries to create an object that ends the history. */
const closingTriesMax = 50;
/** Pause after such a try. The disk may be full for a moment. */
const closingPauseMs = 50;

/** Records a history. @throws Error if the server responds in a way that no correct server does */
export async function record(pool: ClientPool, options: RecordOptions): Promise<History> {
  return await new Recorder(pool, options).run();
}

class Recorder {
  readonly #pool: ClientPool;
  readonly #system: SystemUnderTest;
  readonly #options: RecordOptions;
  readonly #random: Random;
  readonly #operations: Operation[] = [];
  #knowledge = new Knowledge(0);
  #operationCount = 0;
  #watchCount = 0;
  #isKept = true;
  #fault: Promise<void> | undefined;
  #isFaultRunning = false;
  /** Number of operations before the fault. */
  readonly #faultAt: number;

  constructor(pool: ClientPool, options: RecordOptions) {
    this.#pool = pool;
    this.#system = pool.system;
    this.#options = options;
    this.#random = seededRandom(options.seed);
    this.#faultAt = this.#random.below(options.clients * options.requestsPerClient);
  }

  async run(): Promise<History> {
    return await this.#withClient(async (client) => {
      this.#knowledge = new Knowledge(await this.#createNamespace(client));
      const watchers = this.#chooseWatchers();
      const watching = watchers.map((watcher) => this.#withClient((ownClient) => watcher.run(ownClient)));
      await this.#runClients();
      const watches = await this.#finish(client, watchers);
      await Promise.all(watching);
      return { operations: this.#operations, watches, isKept: this.#isKept };
    });
  }

  #withClient<T>(use: (client: ApiClient) => Promise<T>): Promise<T> {
    return this.#pool.withClient(this.#random, use);
  }

  /** Returns a random source whose numbers do not depend on the order in which clients run. */
  #newRandom(): Random {
    return seededRandom(this.#random.below(2 ** 31));
  }

  /** Returns a watcher of everything and some random ones. */
  #chooseWatchers(): Watcher[] {
    return Array.from({ length: this.#options.watchers + 1 }, (_, clientId) => {
      const isWitness = clientId === 0;
      return new Watcher({
        clientId,
        namespace: this.#options.namespace,
        random: this.#newRandom(),
        knowledge: this.#knowledge,
        nextId: () => this.#watchCount++,
        untilServing: () => this.#system.untilServing(),
        tier: isWitness ? undefined : oneOf(this.#random, ["gold", "silver", undefined]),
        isWitness,
      });
    });
  }

  /** @returns the revision of the namespace */
  async #createNamespace(client: ApiClient): Promise<number> {
    const name = this.#options.namespace;
    for (;;) {
      await this.#system.untilServing();
      await client.request("/api/v1/namespaces", { body: { metadata: { name } } });
      const reply = await client.request(`/api/v1/namespaces/${name}`);
      if (reply.kind === "response" && reply.status === 200) return Number(reply.json.metadata.resourceVersion);
    }
  }

  /** Sends all random requests, and waits until the fault has ended. */
  async #runClients(): Promise<void> {
    const { clients, fault } = this.#options;
    const ids = Array.from({ length: clients }, (_, index) => index);
    await Promise.all(
      ids.map((id) => {
        const random = this.#newRandom();
        return this.#withClient((client) => this.#runClient(client, id, random));
      }),
    );
    if (fault && !this.#fault) this.#startFault(fault);
    await this.#fault;
    await this.#system.untilServing();
  }

  async #runClient(client: ApiClient, clientId: number, random: Random): Promise<void> {
    const keys = Array.from({ length: this.#options.keys }, (_, index) => `key-${index}`);
    const { requestsPerClient } = this.#options;
    for (let count = 0; count < requestsPerClient || this.#continuesAt(count); count++) {
      if (count >= requestsPerClient) await pause(faultPauseMs);
      const request = chooseRequest(random, this.#knowledge, keys, `${clientId}-${count}`);
      const isAbandoned = happens(random, abandonedPercent);
      if (happens(random, pausePercent)) await pause(random.below(pauseMaxMs));
      const outcome = await this.#perform(client, clientId, request, isAbandoned);
      if (outcome.kind === "rejected" && outcome.reason === "not-executed") await this.#system.untilServing();
    }
  }

  async #perform(client: ApiClient, clientId: number, request: Request, isAbandoned = false): Promise<Outcome> {
    const id = this.#operationCount++;
    const { fault, namespace } = this.#options;
    if (fault && id >= this.#faultAt && !this.#fault) this.#startFault(fault);
    const invokedAt = performance.now();
    const performed = perform(client, namespace, request);
    if (isAbandoned) await client.drop();
    const outcome = await performed;
    const returnedAt = performance.now();
    this.#knowledge.learn(outcome);
    this.#operations.push({ id, client: clientId, request, invokedAt, returnedAt, outcome });
    return outcome;
  }

  /** Whether a client continues, because a fault lasts longer than its requests. */
  #continuesAt(count: number): boolean {
    return this.#isFaultRunning && count < this.#options.requestsPerClient * faultRequestsFactor;
  }

  #startFault(fault: SystemFault): void {
    if (fault.compacts) this.#isKept = false;
    this.#isFaultRunning = true;
    this.#fault = fault.run(this.#newRandom()).finally(() => {
      this.#isFaultRunning = false;
    });
  }

  /** Reads everything once more, and waits until every watch has delivered the last objects in its scope. */
  async #finish(client: ApiClient, watchers: readonly Watcher[]): Promise<Watch[]> {
    for (const watcher of watchers) watcher.settle();
    const last = new Map<string | undefined, number>();
    for (const tier of ["gold", "silver", undefined]) last.set(tier, await this.#createLast(client, tier));
    for (let key = 0; key < this.#options.keys; key++) {
      await this.#perform(client, 0, { kind: "get", key: `key-${key}`, point: { kind: "latest" } });
    }
    await this.#perform(client, 0, { kind: "list", point: { kind: "latest" }, tier: undefined, limit: 2 });
    const isDone = (): boolean => watchers.every(({ tier, reached }) => reached >= (last.get(tier) ?? 0));
    const deadlineMs = performance.now() + settleMaxMs;
    while (!isDone() && performance.now() < deadlineMs) await pause(2);
    return watchers.flatMap((watcher) => watcher.stop(last.get(watcher.tier) ?? 0));
  }

  /** Creates an object that every watch in its scope must deliver. @returns its revision */
  async #createLast(client: ApiClient, tier: string | undefined): Promise<number> {
    for (let count = 0; count < closingTriesMax; count++) {
      const key = `last-${tier ?? "none"}-${count}`;
      const outcome = await this.#perform(client, 0, { kind: "create", key, value: key, tier });
      if (outcome.kind === "object") return outcome.object.revision;
      await pause(closingPauseMs);
      await this.#system.untilServing();
    }
    throw new Error(`no object could be created in ${this.#options.namespace}`);
  }
}

/** Returns the number of acknowledged writes of a history. */
export function acknowledgedWrites({ operations }: History): number {
  return operations.filter(
    ({ request, outcome }) => outcome.kind === "deleted" || (contentOf(request) && outcome.kind === "object"),
  ).length;
}

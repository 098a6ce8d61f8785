/**
 * Overload of the built server, which uses its durable store: clients send at least ten times as many requests as the
 * limits allow, and more than may wait. The server must reject the excess in time, serve the rest, and recover
 * afterwards.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { waitingLimits } from "../../src/server/requests/request-seats.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { mapsPath, namesOf } from "../support/config-maps.ts";
import { waitForInFlight } from "../support/in-flight-requests.ts";
import type { JsonLines } from "../support/json-lines.ts";
import { addressIn, buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { type HeldRequest, HoldingClient } from "../support/unfinished-requests.ts";
import { until } from "../support/until.ts";
import type { WatchEventDocument, WireClient, WireRequest, WireResponse } from "../support/wire-client.ts";

beforeAll(buildProgram, 120_000);

const mebibyte = 1024 * 1024;
const streamsPerConnection = 100;
/**
 * Number of objects that exist before the load. Their list is larger than the flow-control window of a client that does
 * not read.
 */
const shelfSize = 30;
const shelfList = `${mapsPath}?labelSelector=on%3Dshelf`;

interface Limits {
  readonly name: string;
  readonly reads: number;
  readonly writes: number;
  readonly flags: readonly string[];
}

const smallLimits: Limits = {
  name: "small limits",
  reads: 20,
  writes: 10,
  flags: ["--max-requests-inflight=20", "--max-mutating-requests-inflight=10"],
};
const limits: readonly Limits[] = [{ name: "the default limits", reads: 400, writes: 200, flags: [] }, smallLimits];

/** Returns a number of concurrent requests of one kind, from one user, of which some are rejected. */
function excessive(runningMax: number): number {
  return Math.max(10 * runningMax, runningMax + 2 * waitingLimits.perUserMax);
}

/** A server process with the objects of the shelf, and its clients. */
class OverloadedServer implements AsyncDisposable {
  readonly process: OrchProcess;
  readonly #folder = new TemporaryDirectory();
  readonly #clients: (Disposable | AsyncDisposable)[] = [];

  private constructor(flags: readonly string[]) {
    // With several processes, each of them would admit only its share of the limits.
    const simple = "--enable-priority-and-fairness=false";
    const serving = ["--workers=1", "--secure-port=0", "--authorization-mode=AlwaysAllow", simple];
    const args = ["apiserver", ...serving, `--data-dir=${this.#folder.path}`, ...flags];
    this.process = new OrchProcess(args);
  }

  static async start({ flags }: Limits): Promise<OverloadedServer> {
    const running = new OverloadedServer(flags);
    await running.process.waitUntilReady();
    const client = running.connect();
    for (let index = 0; index < shelfSize; index++) {
      const metadata = { name: `shelf-${index}`, labels: { on: "shelf" } };
      const body = { metadata, data: { text: "x".repeat(10_000) } };
      expect((await client.request(mapsPath, { body })).status).toBe(201);
    }
    return running;
  }

  /** Returns a client with a separate connection. */
  connect(protocol: "h1" | "h2" = "h2"): WireClient {
    return this.#keep(clientOf(this.#kubeconfig, { protocol }));
  }

  /** Returns enough clients to send `count` concurrent requests. */
  connectFor(count: number): WireClient[] {
    return Array.from({ length: Math.ceil(count / streamsPerConnection) }, () => this.connect());
  }

  hold(): HoldingClient {
    return this.#keep(new HoldingClient(addressIn(this.#kubeconfig)));
  }

  /** Resident memory of the process, now and at its maximum. */
  get memory(): { residentBytes: number; peakBytes: number } {
    const status = readFileSync(`/proc/${this.process.pid}/status`, "latin1");
    const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * 1024;
    return { residentBytes: bytes("VmRSS"), peakBytes: bytes("VmHWM") };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) {
      if (Symbol.asyncDispose in client) await client[Symbol.asyncDispose]();
      else client[Symbol.dispose]();
    }
    await this.process[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }

  get #kubeconfig(): string {
    return readFileSync(join(this.#folder.path, "admin.kubeconfig"), "utf8");
  }

  #keep<T extends Disposable | AsyncDisposable>(client: T): T {
    this.#clients.push(client);
    return client;
  }
}

/** The headers of a user to whom the limits apply. Members of `system:masters` pass them. */
const asAnn = { headers: { "impersonate-user": "ann" } };

function read(name: string): [string, WireRequest] {
  return [`${mapsPath}/${name}`, asAnn];
}

function create(name: string): [string, WireRequest] {
  return [mapsPath, { ...asAnn, body: { metadata: { name }, data: { text: "x".repeat(1000) } } }];
}

function expectTooMany({ status, headers, text }: WireResponse): void {
  expect({ status, text }).toEqual({ status: 429, text: "Too many requests, please try again later.\n" });
  expect(headers["retry-after"]).toBe("1");
}

async function expectHealthy(client: WireClient): Promise<void> {
  for (const path of ["/healthz", "/readyz", "/livez"]) {
    expect(await client.request(path)).toMatchObject({ status: 200, text: "ok" });
  }
}

/** Sends as many requests as the limits allow, and expects that all succeed. */
async function expectServed(clients: readonly WireClient[], { reads, writes }: Limits): Promise<void> {
  const clientFor = (index: number): WireClient => clients[index % clients.length] as WireClient;
  const answers = [
    ...Array.from({ length: reads }, (_, index) => clientFor(index).request(...read(`shelf-${index % shelfSize}`))),
    ...Array.from({ length: writes }, (_, index) => clientFor(index).request(...create(`afterwards-${index}`))),
  ];
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses).toEqual([...Array<number>(reads).fill(200), ...Array<number>(writes).fill(201)]);
}

interface HeldRequests {
  readonly clients: readonly HoldingClient[];
  readonly lists: readonly HeldRequest[];
  readonly posts: readonly HeldRequest[];
}

/** Uses up both limits: with writes whose bodies do not end, and with lists that are not read. */
async function useUpLimits(
  running: OverloadedServer,
  { reads, writes }: Limits,
  alreadyUnderWay: number,
): Promise<HeldRequests> {
  const counter = running.connect();
  const clients: HoldingClient[] = [];
  const spread = (count: number, begin: (client: HoldingClient, index: number) => HeldRequest): HeldRequest[] =>
    Array.from({ length: count }, (_, index) => {
      if (index % streamsPerConnection === 0) clients.push(running.hold());
      return begin(clients.at(-1) as HoldingClient, index);
    });
  const posts = spread(writes, (client, index) => client.post(mapsPath, create(`held-${index}`)[1].body as object));
  await waitForInFlight(counter, alreadyUnderWay + writes);
  const lists = spread(reads, (client) => client.get(shelfList));
  await until(() => lists.every(({ hasResponse }) => hasResponse), "every list has begun");
  return { clients, lists, posts };
}

async function versionsOf(events: JsonLines<WatchEventDocument>, count: number): Promise<string[]> {
  return (await events.take(count)).map(({ object }) => object.metadata.resourceVersion);
}

/** Returns the resourceVersions in responses to writes, in ascending order. */
function versionsIn(answers: readonly { readonly text: string }[]): string[] {
  const versions = answers.map(({ text }) => JSON.parse(text).metadata.resourceVersion as string);
  return versions.sort((left, right) => Number(left) - Number(right));
}

async function watchFromNow(running: OverloadedServer): Promise<JsonLines<WatchEventDocument>> {
  const client = running.connect();
  const { resourceVersion } = (await client.request(`${mapsPath}?limit=1`)).json.metadata;
  return await client.watch(`${mapsPath}?watch=1&resourceVersion=${resourceVersion}`);
}

describe.each(limits)("[ERR-14] at least ten times as many requests as $name allow", { timeout: 60_000 }, (limit) => {
  const { reads, writes } = limit;

  test("requests over the limits get 429 while earlier ones are in progress, and health checks and watches continue", async () => {
    await using running = await OverloadedServer.start(limit);
    const events = await watchFromNow(running);
    const { lists, posts } = await useUpLimits(running, limit, 1);
    const clients = running.connectFor(10 * (reads + writes));

    const refused = clients.flatMap((client, connection) =>
      Array.from({ length: streamsPerConnection }, (_, index) =>
        index % 3 === 0
          ? client.request(...create(`refused-${connection}-${index}`))
          : client.request(...read("shelf-0")),
      ),
    );
    for (const answer of await Promise.all(refused)) expectTooMany(answer);
    expect(posts.some(({ hasResponse }) => hasResponse)).toBe(false);
    await expectHealthy(running.connect("h2"));
    await expectHealthy(running.connect("h1"));
    expect(events.pending).toEqual([]);

    const [first, ...others] = posts as [HeldRequest, ...HeldRequest[]];
    const created = [await first.finish()];
    expect(await versionsOf(events, 1)).toEqual(versionsIn(created));
    const inItsPlace = await running.connect().request(...create("in-its-place"));
    expect(inItsPlace.status).toBe(201);
    created.push(...(await Promise.all(others.map((post) => post.finish()))));
    expect(created.every(({ status }) => status === 201)).toBe(true);
    expect(await versionsOf(events, writes)).toEqual(versionsIn([...created.slice(1), inItsPlace]));
    for (const list of lists) {
      const { status, text } = await list.finish();
      expect(status).toBe(200);
      expect(JSON.parse(text).items).toHaveLength(shelfSize);
    }
    await waitForInFlight(running.connect(), 1);
    await expectServed(clients, limit);
  });

  test("each request of an overload is served correctly or gets 429, memory is bounded, and the server recovers", async () => {
    await using running = await OverloadedServer.start(limit);
    const events = await watchFromNow(running);
    const clients = running.connectFor(excessive(reads) + excessive(writes));
    const health = running.connect();
    const flood = await Flood.prepare(clients, running.connect("h1"));
    const { residentBytes } = running.memory;

    const flooding = flood.run(limit);
    let looks = 0;
    for (; !flood.isOver; looks++) await expectHealthy(health);
    await flooding;

    expect(looks).toBeGreaterThan(0);
    expect(flood.read).toBeGreaterThan(0);
    // A fast server may serve all of them, because requests over the limit wait for a seat.
    for (const answer of flood.refused) expectTooMany(answer);
    // The memory includes thousands of open streams, chunks of lists in progress and garbage of completed requests.
    expect(running.memory.peakBytes - residentBytes).toBeLessThan(300 * mebibyte);
    expect(await versionsOf(events, flood.created.length)).toEqual(versionsIn(flood.created));
    const stored = namesOf(await health.request(mapsPath)).filter((name) => name.startsWith("flood-"));
    expect(stored.sort()).toEqual(flood.created.map(({ json }) => json.metadata.name as string).sort());
    await waitForInFlight(health, 1);
    await expectServed(clients, limit);
    expect(events.hasEnded).toBe(false);
    expect(running.process.stderr).not.toContain("ERROR");
  });

  test("clients that disconnect during an overload leave no request counted", async () => {
    await using running = await OverloadedServer.start(limit);
    const health = running.connect();
    for (let round = 0; round < 4; round++) {
      const { clients } = await useUpLimits(running, limit, 0);
      await expectHealthy(health);
      for (const client of clients) client.reset();
      await waitForInFlight(health, 0);
    }
    const stored = namesOf(await health.request(mapsPath));
    expect(stored.filter((name) => !name.startsWith("shelf-"))).toEqual([]);
    await expectServed(running.connectFor(reads + writes), limit);
    expect(running.process.stderr).not.toContain("ERROR");
  });
});

test("[ERR-14] ten times as many requests as the limits allow are all served if no more than 500 of each kind wait", async () => {
  await using running = await OverloadedServer.start(smallLimits);
  const { reads, writes } = smallLimits;
  const clients = running.connectFor(10 * (reads + writes));
  await expectServed(clients, { ...smallLimits, reads: 10 * reads, writes: 10 * writes });
});

/** Clients that each send the next request when the previous one is answered. */
class Flood {
  readonly refused: WireResponse[] = [];
  /** Responses to successful writes. */
  readonly created: WireResponse[] = [];
  /** Number of successful reads. */
  read = 0;
  isOver = false;
  readonly #clients: readonly WireClient[];
  readonly #h1: WireClient;
  /** Targets of reads, with the expected response. */
  readonly #shelf: readonly (readonly [target: string, text: string])[];

  private constructor(clients: readonly WireClient[], h1: WireClient, shelf: readonly (readonly [string, string])[]) {
    this.#clients = clients;
    this.#h1 = h1;
    this.#shelf = shelf;
  }

  static async prepare(clients: readonly WireClient[], h1: WireClient): Promise<Flood> {
    const targets = [shelfList, ...Array.from({ length: shelfSize }, (_, index) => `${mapsPath}/shelf-${index}`)];
    const texts = await Promise.all(targets.map((target) => h1.request(target)));
    return new Flood(
      clients,
      h1,
      targets.map((target, index) => [target, withoutListVersion(texts[index]?.text ?? "")] as const),
    );
  }

  /** Sends more concurrent requests than may run and wait. Some of them use HTTP/1.1. */
  async run({ reads, writes }: Limits): Promise<void> {
    const [readers, writers] = [excessive(reads), excessive(writes)];
    const senders = Array.from({ length: readers + writers }, async (_, sender) => {
      const client = sender % 50 === 0 ? this.#h1 : (this.#clients[sender % this.#clients.length] as WireClient);
      for (let round = 0; round < 2; round++) {
        if (sender < writers) await this.#write(client, `flood-${sender}-${round}`);
        else await this.#read(client, ...(this.#shelf[sender % this.#shelf.length] ?? ["", ""]));
      }
    });
    await Promise.all(senders);
    this.isOver = true;
  }

  async #write(client: WireClient, name: string): Promise<void> {
    const answer = await client.request(...create(name));
    if (this.#isRefused(answer)) return;
    expect(answer.status).toBe(201);
    this.created.push(answer);
  }

  async #read(client: WireClient, target: string, text: string): Promise<void> {
    const answer = await client.request(target, asAnn);
    if (this.#isRefused(answer)) return;
    if (answer.status !== 200 || withoutListVersion(answer.text) !== text) throw new Error(`${target}: ${answer.text}`);
    this.read++;
  }

  #isRefused(answer: WireResponse): boolean {
    if (answer.status === 429) this.refused.push(answer);
    return answer.status === 429;
  }
}

/** Removes the version of a list. It changes even if the listed objects do not. */
function withoutListVersion(text: string): string {
  return text.replace(/("kind":"ConfigMapList".*?"resourceVersion":")\d+/, "$1");
}

/** Records the costs of watches, deliveries and connections. */
import { setTimeout as pause } from "node:timers/promises";
import { settledMemory } from "../../figures/settled-memory.ts";
import type { OrchServer } from "../../orch-server.ts";
import { memoryOf } from "../../process.ts";
import type { ConnectionCosts, CpuCost, RequestCost, WatchCosts } from "../costs.ts";
import type { HollowClient, HollowWatch } from "../hollow-client.ts";
import {
  getRequest,
  leasesPath,
  nodeName,
  patchRequest,
  podsPath,
  protobufWatchHeaders,
  sliceObject,
  slicesPath,
  writeRequest,
} from "../hollow-objects.ts";
import { connectAll, costOf, paced, repeatRuns, round, type ThreadTimes, threadTimes, timesPer } from "./measure.ts";

/** Watches of one connection. The server accepts 100 at once. */
const streams = 90;
const selectedConnections = 56;
const selectedCount = selectedConnections * streams;
const audienceCount = 400;
const deliveryTurns = 30;
/** Pace of single events. The server is idle between them. */
const perSecond = 20;

async function currentVersion(client: HollowClient): Promise<string> {
  const { body } = await client.request({ method: "GET", path: `${leasesPath}?limit=1` });
  return (JSON.parse(body.toString("utf8")) as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
}

/** The selector excludes all Pods. It requires no value of a field, because an index would find that it matches none. */
function podWatchPath(node: number, version: string, timeoutSeconds: number): string {
  const selector = encodeURIComponent(`metadata.namespace!=load,spec.nodeName!=none-${node}`);
  return `/api/v1/pods?watch=1&fieldSelector=${selector}&resourceVersion=${version}&allowWatchBookmarks=true&timeoutSeconds=${timeoutSeconds}`;
}

/** Opens watches that no event matches, each with its own field selector. */
async function openSelected(clients: readonly HollowClient[], timeoutSeconds: number): Promise<readonly HollowWatch[]> {
  const [first] = clients;
  if (!first) return [];
  const version = await currentVersion(first);
  const watches: HollowWatch[] = [];
  for (const [index, client] of clients.entries()) {
    const paths = Array.from({ length: streams }, (_, stream) =>
      podWatchPath(index * streams + stream, version, timeoutSeconds),
    );
    watches.push(...(await Promise.all(paths.map((path) => client.watch(path, protobufWatchHeaders)))));
  }
  return watches;
}

/** Records the costs of watches. The server must be filled. */
export async function recordWatches(
  server: OrchServer,
  progress: (text: string) => void,
): Promise<Omit<WatchCosts, "memoryBytes">> {
  const { pid } = server;
  const clients = await connectAll(server.target, selectedConnections);
  progress("watch that sends nothing, and its bookmark");
  const { openAndEnd, bookmark } = await recordLives(pid, clients);
  progress("comparisons with selectors");
  const alone = await podPatchTimes(pid, clients);
  // These watches stay open during the following measurements.
  await openSelected(clients, 3600);
  const mismatch = await recordMismatches(pid, clients, alone);
  for (const client of clients) client[Symbol.dispose]();
  progress("deliveries");
  return { openAndEnd, bookmark, mismatch, ...(await recordDeliveries(server)) };
}

/** Watches of 1 s send no bookmark. Watches of 4 s send one, 2 s before their end. */
async function recordLives(
  pid: number,
  clients: readonly HollowClient[],
): Promise<{ readonly openAndEnd: RequestCost; readonly bookmark: WatchCosts["bookmark"] }> {
  const sum = (direction: "sent" | "received"): number =>
    clients.reduce((total, { wireBytes }) => total + wireBytes[direction], 0);
  const live = async (
    timeoutSeconds: number,
  ): Promise<ThreadTimes & { readonly sent: number; readonly received: number }> => {
    const [sent, received] = [sum("sent"), sum("received")];
    const times = await timesPer(pid, selectedCount, async () => {
      const watches = await openSelected(clients, timeoutSeconds);
      await Promise.all(watches.map(({ ended }) => ended));
    });
    return {
      ...times,
      sent: (sum("sent") - sent) / selectedCount,
      received: (sum("received") - received) / selectedCount,
    };
  };
  await live(1);
  const short = await repeatRuns(() => live(1));
  const long = await repeatRuns(() => live(8));
  const [oneShort, oneLong] = [short[0], long[0]];
  const bookmarks = long.map((one, run) => difference(one, short[run]));
  return {
    openAndEnd: {
      ...costOf(short),
      sentBytes: round(oneShort?.sent ?? 0),
      receivedBytes: round(oneShort?.received ?? 0),
      diskBytes: 0,
    },
    bookmark: { ...costOf(bookmarks), wireBytes: round((oneLong?.received ?? 0) - (oneShort?.received ?? 0)) },
  };
}

function difference(more: ThreadTimes, less: ThreadTimes | undefined): ThreadTimes {
  return {
    mainMicros: more.mainMicros - (less?.mainMicros ?? 0),
    otherMicros: more.otherMicros - (less?.otherMicros ?? 0),
  };
}

async function settledBytes(pid: number): Promise<number> {
  return (await settledMemory(() => memoryOf(pid))).anonymousBytes;
}

/** Memory of a watch and of a connection. */
export interface WatchMemory {
  readonly watchBytes: number;
  readonly connectionBytes: number;
}

/** Measures the memory on a server that has just started. In an older server, new watches take the place of garbage. */
export async function recordMemory({ pid, target }: OrchServer): Promise<WatchMemory> {
  // The first watches load and compile code. That memory is not part of a further watch.
  const warmUp = await connectAll(target, 6);
  await openSelected(warmUp, 3600);
  for (const client of warmUp) client[Symbol.dispose]();
  await pause(500);
  const before = await settledBytes(pid);
  const clients = await connectAll(target, selectedConnections * 4);
  for (const client of clients) await client.request(getRequest("/api/v1/namespaces/default"));
  const connected = await settledBytes(pid);
  await openSelected(clients.slice(0, selectedConnections), 3600);
  const watched = await settledBytes(pid);
  for (const client of clients) client[Symbol.dispose]();
  return {
    watchBytes: round((watched - connected) / selectedCount),
    connectionBytes: round((connected - before) / clients.length),
  };
}

const podPatches = { count: 60, perSecond } as const;

/** Measures changes of a Pod that no watch receives. */
async function podPatchTimes(pid: number, clients: readonly HollowClient[]): Promise<readonly ThreadTimes[]> {
  const [client] = clients;
  if (!client) throw new Error("there are no connections");
  let turn = 0;
  const patch = (): ReturnType<typeof patchRequest> =>
    patchRequest(`${podsPath}/watched`, { metadata: { annotations: { turn: String(turn++) } } });
  await paced(client, podPatches, patch);
  return await repeatRuns(() => timesPer(pid, podPatches.count, () => paced(client, podPatches, patch)));
}

/** Compares changes of a Pod with those before the watches were opened. Each watch has its own selector. */
async function recordMismatches(
  pid: number,
  clients: readonly HollowClient[],
  alone: readonly ThreadTimes[],
): Promise<CpuCost> {
  const compared = await podPatchTimes(pid, clients);
  return costOf(compared.map((one, run) => scaled(difference(one, alone[run]), 1 / selectedCount)));
}

/** Measures events that come alone at watchers with one connection each. */
async function recordDeliveries(
  server: OrchServer,
): Promise<Pick<WatchCosts, "delivery" | "deliveryPerKilobyte" | "deliveryOverheadBytes">> {
  const clients = await connectAll(server.target, audienceCount + 1);
  const [writer, ...watchers] = clients as [HollowClient, ...HollowClient[]];
  const selector = encodeURIComponent("!service.kubernetes.io/headless,!service.kubernetes.io/service-proxy-name");
  const version = await currentVersion(writer);
  const path = `/apis/discovery.k8s.io/v1/endpointslices?watch=1&labelSelector=${selector}&resourceVersion=${version}`;
  const watches: HollowWatch[] = [];
  for (const watcher of watchers) watches.push(await watcher.watch(path, protobufWatchHeaders));
  const received = (): number => watches.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
  const wire = (): number => watchers.reduce((sum, { wireBytes }) => sum + wireBytes.received, 0);
  let turn = 1;
  const measure = async (endpoints: number): Promise<ThreadTimes & { eventBytes: number; overheadBytes: number }> => {
    const [bodyBefore, wireBefore] = [received(), wire()];
    const update = (): ReturnType<typeof writeRequest> =>
      writeRequest("PUT", `${slicesPath}/web-0001`, sliceObject("web-0001", endpoints, turn++));
    const times = await timesPer(server.pid, deliveryTurns, async () => {
      await paced(writer, { count: deliveryTurns, perSecond }, update);
      await pause(200);
    });
    const deliveries = deliveryTurns * audienceCount;
    const bodyBytes = received() - bodyBefore;
    return {
      ...times,
      eventBytes: bodyBytes / deliveries,
      overheadBytes: (wire() - wireBefore - bodyBytes) / deliveries,
    };
  };
  const alone = async (endpoints: number): Promise<ThreadTimes> =>
    await timesPer(server.pid, deliveryTurns, async () => {
      const update = (): ReturnType<typeof writeRequest> =>
        writeRequest("PUT", `${slicesPath}/web-0002`, sliceObject("web-0002", endpoints, turn++));
      await paced(writer, { count: deliveryTurns, perSecond }, update);
      await pause(200);
    });
  const [few, many] = [1, 100];
  await measure(few);
  const rounds = await repeatRuns(async () => ({ few: await measure(few), many: await measure(many) }));
  for (const watcher of watchers) watcher[Symbol.dispose]();
  await pause(500);
  const writes = await repeatRuns(async () => ({ few: await alone(few), many: await alone(many) }));
  writer[Symbol.dispose]();
  const perDelivery = rounds.map((one, run) => {
    const atFew = scaled(difference(one.few, writes[run]?.few), 1 / audienceCount);
    const atMany = scaled(difference(one.many, writes[run]?.many), 1 / audienceCount);
    const kilobytes = (one.many.eventBytes - one.few.eventBytes) / 1000;
    const perKilobyte = scaled(difference(atMany, atFew), 1 / kilobytes);
    return { delivery: difference(atFew, scaled(perKilobyte, one.few.eventBytes / 1000)), perKilobyte };
  });
  return {
    delivery: costOf(perDelivery.map(({ delivery }) => delivery)),
    deliveryPerKilobyte: costOf(perDelivery.map(({ perKilobyte }) => perKilobyte)),
    deliveryOverheadBytes: round(rounds[0]?.few.overheadBytes ?? Number.NaN),
  };
}

function scaled({ mainMicros, otherMicros }: ThreadTimes, factor: number): ThreadTimes {
  return { mainMicros: mainMicros * factor, otherMicros: otherMicros * factor };
}

const handshakeCount = 300;

/** Records the cost of a connection with its first request. */
export async function recordConnections({ pid, target }: OrchServer): Promise<Omit<ConnectionCosts, "memoryBytes">> {
  const connectOnce = async (): Promise<readonly HollowClient[]> => {
    const clients = await connectAll(target, handshakeCount);
    for (const client of clients) await client.request(getRequest(`/api/v1/nodes/${nodeName(1)}`));
    return clients;
  };
  const close = (clients: readonly HollowClient[]): void => {
    for (const client of clients) client[Symbol.dispose]();
  };
  close(await connectOnce());
  await pause(500);
  let [sent, received] = [0, 0];
  const times = await repeatRuns(async () => {
    const before = threadTimes(pid);
    const clients = await connectOnce();
    const after = threadTimes(pid);
    sent = clients.reduce((sum, { wireBytes }) => sum + wireBytes.sent, 0) / handshakeCount;
    received = clients.reduce((sum, { wireBytes }) => sum + wireBytes.received, 0) / handshakeCount;
    close(clients);
    await pause(500);
    return scaled(difference(after, before), 1 / handshakeCount);
  });
  return {
    handshake: { ...costOf(times), sentBytes: round(sent), receivedBytes: round(received), diskBytes: 0 },
  };
}

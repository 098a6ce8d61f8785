/** Processor time per get, create, delivery and listed object on a server with many objects, in microseconds. */
import type { FigureContext } from "../figure.ts";
import type { RequestTemplate } from "../load/connection.ts";
import {
  configMap,
  createNumberedObjects,
  createRequest,
  currentResourceVersion,
  sendNumberedRequests,
  sendRequest,
} from "../objects.ts";
import type { OrchServer } from "../orch-server.ts";
import { bytesWhenSilent, cpuMicrosOf, openWatches, waitForBytes, watcherCount } from "./deliveries.ts";

const collection = "/api/v1/namespaces/default/configmaps";

/** A server that has been filled with objects. */
export interface FilledServer {
  readonly server: OrchServer;
  readonly objects: number;
  /** Number of digits in the names of the server's objects. */
  readonly digits: number;
}

/**
 * Fills the server.
 * @param objects number of objects; a power of ten, so that the counter in a request reaches each object and no other
 * name
 */
export async function fillServer(context: FigureContext, server: OrchServer, objects: number): Promise<FilledServer> {
  const digits = String(objects - 1).length;
  await createNumberedObjects(
    context,
    server.target,
    createRequest(collection, configMap(`m-${"#".repeat(digits)}`, 1024)),
    objects,
  );
  return { server, objects, digits };
}

const getCount = 10_000;

/** Returns the server's processor time for one GET. */
export async function cpuMicrosPerGet(context: FigureContext, { server, digits }: FilledServer): Promise<number> {
  const template = { method: "GET", path: `${collection}/m-${"#".repeat(digits)}`, headers: {} };
  const cost = await cpuMicrosOf(server, () =>
    sendNumberedRequests(context, { target: server.target, template, count: getCount, status: 200 }),
  );
  return cost / getCount;
}

/** Small compared with the smallest store. The created objects are deleted again. */
const createCount = 500;
const createRounds = 3;

/** Returns the server's processor time for one create. */
export async function cpuMicrosPerCreate(context: FigureContext, { server }: FilledServer): Promise<number> {
  const { target } = server;
  const creating = createRequest(collection, configMap("new-###", 1024));
  const deleting = { method: "DELETE", path: `${collection}/new-###`, headers: {} };
  let cost = 0;
  for (let turn = 0; turn < createRounds; turn++) {
    cost += await cpuMicrosOf(server, () => createNumberedObjects(context, target, creating, createCount));
    await sendNumberedRequests(context, { target, template: deleting, count: createCount, status: 200 });
  }
  return cost / (createCount * createRounds);
}

const audience = { protocol: "h2", connections: 10, streams: 100 } as const;
const eventCount = 100;
let changes = 0;

/** Returns a patch that changes an object. Its event is as long as the previous one. */
function nextChange(digits: number): RequestTemplate {
  return {
    method: "PATCH",
    path: `${collection}/m-${"1".repeat(digits)}`,
    headers: { "content-type": "application/merge-patch+json" },
    body: JSON.stringify({ data: { turn: String(changes++).padStart(8, "0") } }),
  };
}

/** Returns the server's processor time for one delivery. Includes the write, which a thousand deliveries share. */
export async function cpuMicrosPerDelivery(context: FigureContext, { server, digits }: FilledServer): Promise<number> {
  const { target } = server;
  const watching = `${collection}?watch=1&resourceVersion=${await currentResourceVersion(target)}`;
  await using listening = await openWatches(context, audience, target, watching);
  await sendRequest(target, nextChange(digits));
  const firstBytes = await bytesWhenSilent(listening);
  const cost = await cpuMicrosOf(server, async () => {
    for (let event = 1; event <= eventCount; event++) {
      await sendRequest(target, nextChange(digits));
      // Revisions only get longer, so no later event is shorter than the first.
      await waitForBytes(listening, firstBytes * (event + 1));
    }
  });
  return cost / (eventCount * watcherCount(audience));
}

const listedCount = 500_000;

/** Returns the server's processor time for one object of a list. */
export async function cpuMicrosPerListedObject(
  context: FigureContext,
  { server, objects }: FilledServer,
): Promise<number> {
  const template = { method: "GET", path: collection, headers: {} };
  const lists = { target: server.target, template, count: listedCount / objects, status: 200, clients: 4 };
  const cost = await cpuMicrosOf(server, () => sendNumberedRequests(context, lists));
  return cost / listedCount;
}

/** What one of each costs a server that has grown: its processor time, in microseconds. */
import type { Context } from "../figure.ts";
import type { RequestTemplate } from "../load/connection.ts";
import { ask, askEach, configMap, createOf, fill, revisionOf } from "../objects.ts";
import type { OrchServer } from "../orch-server.ts";
import { arrived, costOf, listen, settled, watcherCount } from "./deliveries.ts";

const collection = "/api/v1/namespaces/default/configmaps";

export interface Grown {
  readonly server: OrchServer;
  readonly objects: number;
  /** How many digits the names of its objects have. */
  readonly digits: number;
}

/** @param objects a power of ten, for the counter of a request to run through all of them */
export async function grow(context: Context, server: OrchServer, objects: number): Promise<Grown> {
  const digits = String(objects - 1).length;
  await fill(context, server.target, createOf(collection, configMap(`m-${"#".repeat(digits)}`, 1024)), objects);
  return { server, objects, digits };
}

const getCount = 10_000;

export async function costOfGet(context: Context, { server, digits }: Grown): Promise<number> {
  const template = { method: "GET", path: `${collection}/m-${"#".repeat(digits)}`, headers: {} };
  const cost = await costOf(server, () =>
    askEach(context, { target: server.target, template, count: getCount, status: 200 }),
  );
  return cost / getCount;
}

/** Few enough that a small store stays small; they are deleted again. */
const createCount = 500;
const createTurns = 3;

export async function costOfCreate(context: Context, { server }: Grown): Promise<number> {
  const { target } = server;
  const creating = createOf(collection, configMap("new-###", 1024));
  const deleting = { method: "DELETE", path: `${collection}/new-###`, headers: {} };
  let cost = 0;
  for (let turn = 0; turn < createTurns; turn++) {
    cost += await costOf(server, () => fill(context, target, creating, createCount));
    await askEach(context, { target, template: deleting, count: createCount, status: 200 });
  }
  return cost / (createCount * createTurns);
}

const audience = { protocol: "h2", connections: 10, streams: 100 } as const;
const eventCount = 100;
let changes = 0;

/** One that changes an object, and makes an event as long as the one before. */
function nextChange(digits: number): RequestTemplate {
  return {
    method: "PATCH",
    path: `${collection}/m-${"1".repeat(digits)}`,
    headers: { "content-type": "application/merge-patch+json" },
    body: JSON.stringify({ data: { turn: String(changes++).padStart(8, "0") } }),
  };
}

/** With its share of the write, which is small: a thousand watch. */
export async function costOfDelivery(context: Context, { server, digits }: Grown): Promise<number> {
  const { target } = server;
  const watching = `${collection}?watch=1&resourceVersion=${await revisionOf(target)}`;
  await using listening = await listen(context, audience, target, watching);
  await ask(target, nextChange(digits));
  const firstBytes = await settled(listening);
  const cost = await costOf(server, async () => {
    for (let event = 1; event <= eventCount; event++) {
      await ask(target, nextChange(digits));
      // Revisions only get longer: no later event is shorter than the first.
      await arrived(listening, firstBytes * (event + 1));
    }
  });
  return cost / (eventCount * watcherCount(audience));
}

const listedCount = 500_000;

export async function costOfListed(context: Context, { server, objects }: Grown): Promise<number> {
  const template = { method: "GET", path: collection, headers: {} };
  const lists = { target: server.target, template, count: listedCount / objects, status: 200, clients: 4 };
  const cost = await costOf(server, () => askEach(context, lists));
  return cost / listedCount;
}

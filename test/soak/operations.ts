/** Operations of clients and their relative frequency. */
import { gunzipSync } from "node:zlib";
import { sendBadRequest } from "./bad-requests.ts";
import type { EventHistory } from "./event-history.ts";
import { listScope } from "./lists.ts";
import { objectOf } from "./objects.ts";
import type { SoakContext } from "./soak-context.ts";
import {
  createAndDeleteCollection,
  labelNamespace,
  patch,
  patchNothing,
  patchStatus,
  pathOf,
  replace,
  update,
} from "./writes.ts";

/** One operation of a client. Throws if a response is wrong. */
export type Operation = (context: SoakContext) => Promise<void>;

const mix: readonly (readonly [share: number, operation: Operation])[] = [
  [26, getOne],
  [18, (context) => context.population.withIdleSlot((slot) => update(context, slot))],
  [20, (context) => context.population.withIdleSlot((slot) => patch(context, slot))],
  [6, (context) => context.population.withIdleSlot((slot) => patchStatus(context, slot), "pods")],
  [2, (context) => context.population.withIdleSlot((slot) => patchNothing(context, slot))],
  [12, (context) => context.population.withIdleSlot((slot) => replace(context, slot))],
  [2, createAndDeleteCollection],
  [2, dryRun],
  [1, labelNamespace],
  [5, (context) => context.population.withIdleSlot((slot) => sendBadRequest(context, slot))],
  [1, listAll],
  [1, listInAnotherForm],
  [2, discover],
  [2, getOnNewConnection],
];

const shares = mix.reduce((sum, [share]) => sum + share, 0);

/** Runs one random operation. */
export async function runRandomOperation(context: SoakContext): Promise<void> {
  let left = context.random.below(shares);
  for (const [share, operation] of mix) {
    left -= share;
    if (left < 0) return await operation(context);
  }
}

/** Reads an object and expects its last written version. No other operation writes to it meanwhile. */
async function getOne({ population, clients }: SoakContext): Promise<void> {
  await population.withIdleSlot(async (slot) => {
    const { metadata } = (await clients.request(200, pathOf(slot))).json;
    if (Number(metadata.resourceVersion) === slot.version && metadata.uid === slot.uid) return;
    throw new Error(`${pathOf(slot)} was read at ${metadata.resourceVersion}, but last written at ${slot.version}`);
  });
}

async function dryRun({ population, clients }: SoakContext): Promise<void> {
  await population.withIdleSlot(async (slot) => {
    const body = { ...objectOf(slot), metadata: { name: "dry" } };
    await clients.request(201, `/api/v1/namespaces/${slot.namespace}/${slot.resource}?dryRun=All`, { body });
  });
}

async function listAll({ histories, random, clients, report }: SoakContext): Promise<void> {
  const listed = histories.filter(({ scope }) => scope.name !== "one");
  const history = listed[random.below(listed.length)] as EventHistory;
  await listScope((target) => clients.request(200, target), history, 50 + random.below(500), report);
}

async function listInAnotherForm({ random, clients }: SoakContext): Promise<void> {
  const kind = random.below(2) === 0 ? "Table" : "PartialObjectMetadataList";
  const resource = random.below(2) === 0 ? "pods" : "configmaps";
  const headers = { accept: `application/json;as=${kind};g=meta.k8s.io;v=v1`, "accept-encoding": "gzip" };
  const answer = await clients.request(200, `/api/v1/${resource}?limit=200`, { headers });
  const text = gunzipSync(answer.bytes).toString("utf8");
  if (!text.startsWith(`{"kind":"${kind}"`)) throw new Error(`a list as ${kind} got ${text.slice(0, 100)}`);
}

const paths = ["/api", "/apis", "/api/v1", "/version", "/readyz", "/livez", "/metrics", "/openapi/v3"] as const;

async function discover({ random, clients }: SoakContext): Promise<void> {
  await clients.request(200, paths[random.below(paths.length)] as string);
}

async function getOnNewConnection({ population, clients }: SoakContext): Promise<void> {
  await population.withIdleSlot(async (slot) => void (await clients.requestOnNewConnection(200, pathOf(slot))));
}

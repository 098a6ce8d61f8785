/** Operations of clients and their relative frequency. */
import { gunzipSync } from "node:zlib";
import { sendBadRequest } from "./bad-requests.ts";
import type { Chronicle } from "./chronicle.ts";
import { listScope } from "./lists.ts";
import { objectOf } from "./objects.ts";
import type { World } from "./world.ts";
import { labelNamespace, patch, patchNothing, patchStatus, pathOf, replace, update, visit } from "./writes.ts";

/** One operation of a client. Throws if a response is wrong. */
export type Operation = (world: World) => Promise<void>;

const mix: readonly (readonly [share: number, operation: Operation])[] = [
  [26, getOne],
  [18, (world) => world.population.withOne((slot) => update(world, slot))],
  [20, (world) => world.population.withOne((slot) => patch(world, slot))],
  [6, (world) => world.population.withOne((slot) => patchStatus(world, slot), "pods")],
  [2, (world) => world.population.withOne((slot) => patchNothing(world, slot))],
  [12, (world) => world.population.withOne((slot) => replace(world, slot))],
  [2, visit],
  [2, dryRun],
  [1, labelNamespace],
  [5, (world) => world.population.withOne((slot) => sendBadRequest(world, slot))],
  [1, listAll],
  [1, listInAnotherForm],
  [2, discover],
  [2, getAlone],
];

const shares = mix.reduce((sum, [share]) => sum + share, 0);

/** Runs one random operation. */
export async function operate(world: World): Promise<void> {
  let left = world.random.below(shares);
  for (const [share, operation] of mix) {
    left -= share;
    if (left < 0) return await operation(world);
  }
}

/** Reads an object and expects its last written version. No other operation writes to it meanwhile. */
async function getOne({ population, traffic }: World): Promise<void> {
  await population.withOne(async (slot) => {
    const { metadata } = (await traffic.ask(200, pathOf(slot))).json;
    if (Number(metadata.resourceVersion) === slot.version && metadata.uid === slot.uid) return;
    throw new Error(`${pathOf(slot)} is read at ${metadata.resourceVersion}, and was written at ${slot.version}`);
  });
}

async function dryRun({ population, traffic }: World): Promise<void> {
  await population.withOne(async (slot) => {
    const body = { ...objectOf(slot), metadata: { name: "dry" } };
    await traffic.ask(201, `/api/v1/namespaces/${slot.namespace}/${slot.resource}?dryRun=All`, { body });
  });
}

async function listAll({ chronicles, random, traffic, report }: World): Promise<void> {
  const listed = chronicles.filter(({ scope }) => scope.name !== "one");
  const chronicle = listed[random.below(listed.length)] as Chronicle;
  await listScope((target) => traffic.ask(200, target), chronicle, 50 + random.below(500), report);
}

async function listInAnotherForm({ random, traffic }: World): Promise<void> {
  const kind = random.below(2) === 0 ? "Table" : "PartialObjectMetadataList";
  const resource = random.below(2) === 0 ? "pods" : "configmaps";
  const headers = { accept: `application/json;as=${kind};g=meta.k8s.io;v=v1`, "accept-encoding": "gzip" };
  const answer = await traffic.ask(200, `/api/v1/${resource}?limit=200`, { headers });
  const text = gunzipSync(answer.bytes).toString("utf8");
  if (!text.startsWith(`{"kind":"${kind}"`))
    throw new Error(`a list as ${kind} is answered with ${text.slice(0, 100)}`);
}

const paths = ["/api", "/apis", "/api/v1", "/version", "/readyz", "/livez", "/metrics", "/openapi/v3"] as const;

async function discover({ random, traffic }: World): Promise<void> {
  await traffic.ask(200, paths[random.below(paths.length)] as string);
}

async function getAlone({ population, traffic }: World): Promise<void> {
  await population.withOne(async (slot) => void (await traffic.askAlone(200, pathOf(slot))));
}

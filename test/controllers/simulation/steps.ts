/** The random steps of a simulated cluster. */
import { namespace } from "../../../src/api/index.ts";
import type { FaultOrder, RunningServer } from "../../../src/app/server.ts";
import type { ManualClock } from "../../../src/base/manual-clock.ts";
import type { Random } from "../../../src/base/random.ts";
import type { ApiObject, OwnerReference } from "../../../src/meta/object-meta.ts";
import { StatusError } from "../../../src/meta/status-error.ts";
import type { Manager } from "./managers.ts";
import { randomTokenObject } from "./tokens.ts";
import { holdFinalizer, reference, type World } from "./world.ts";

/** The parts of a simulation that steps use. */
export interface Scene {
  readonly server: RunningServer<ManualClock>;
  readonly world: World;
  readonly managers: readonly Manager[];
  readonly random: Random;
}

const names = ["default", "one", "two"];
const policies = ["Background", "Foreground", "Orphan"] as const;
const ownersMax = 2;

function pick<T>(random: Random, items: readonly T[]): T | undefined {
  return items[random.below(Math.max(1, items.length))];
}

/** Ignores requests that the server rejects, such as creating an object in a namespace that is being deleted. */
async function allowingRejection(step: Promise<unknown>): Promise<void> {
  try {
    await step;
  } catch (error) {
    if (!(error instanceof StatusError && error.code < 500)) throw error;
  }
}

async function create({ world, random }: Scene): Promise<void> {
  const objects = await world.objects();
  const spaces = await world.namespaces();
  const kind = random.below(5);
  const name = `o${random.below(1_000_000)}`;
  const ownerReferences = someOwners(random, [...objects, ...spaces]);
  const metadata = { name, ownerReferences, ...(random.below(8) === 0 ? { finalizers: [holdFinalizer] } : {}) };
  const object: ApiObject & { value?: number } =
    kind === 0
      ? { kind: "PriorityClass", apiVersion: "scheduling.orch.io/v1", metadata, value: 1 }
      : {
          kind: kind < 3 ? "ConfigMap" : "Secret",
          apiVersion: "v1",
          metadata: { ...metadata, namespace: pick(random, names) ?? "" },
        };
  await allowingRejection(world.api(object).create(object));
}

async function createTokenObject({ server, world, random }: Scene): Promise<void> {
  const object = randomTokenObject(random, pick(random, names) ?? "", server.clock.nowMs());
  await allowingRejection(world.api(object).create(object));
}

function someOwners(random: Random, objects: readonly ApiObject[]): OwnerReference[] {
  const chosen = Array.from({ length: random.below(ownersMax + 1) }, () => pick(random, objects));
  const references = chosen.flatMap((owner) => (owner ? [reference(owner, random.below(2) === 0)] : []));
  const distinct = [...new Map(references.map((one) => [one.uid, one])).values()];
  // Sometimes, the owner never existed.
  return random.below(12) === 0 ? distinct.map((one) => ({ ...one, uid: `${one.uid}-not` })) : distinct;
}

async function changeOwners({ world, random }: Scene): Promise<void> {
  const objects = await world.objects();
  const object = pick(random, objects);
  if (!object) return;
  const ownerReferences = someOwners(random, objects);
  await allowingRejection(
    world.api(object).patch(object.metadata.name ?? "", "merge", { metadata: { ownerReferences } }),
  );
}

async function deleteOne({ world, random }: Scene): Promise<void> {
  const object = pick(random, await world.objects());
  if (!object) return;
  const { name = "", uid = "" } = object.metadata;
  const propagationPolicy = pick(random, policies) ?? "Background";
  world.deleted.add(uid);
  if (propagationPolicy === "Orphan") world.orphaning.add(uid);
  await allowingRejection(world.api(object).delete(name, { propagationPolicy, preconditions: { uid } }));
}

async function deleteNamespace({ world, random }: Scene): Promise<void> {
  const name = pick(random, names.slice(1)) ?? "";
  world.emptied.add(name);
  await allowingRejection(world.client.api(namespace).delete(name));
}

async function createNamespace({ world, random }: Scene): Promise<void> {
  const name = pick(random, names.slice(1)) ?? "";
  await allowingRejection(world.client.api(namespace).create({ metadata: { name } }));
}

async function letGo({ world, random }: Scene): Promise<void> {
  const withFinalizer = (await world.objects()).filter(({ metadata }) => metadata.finalizers?.includes(holdFinalizer));
  const object = pick(random, withFinalizer);
  if (object) await release(world, object);
}

/** Removes the finalizer that keeps an object. */
export async function release(world: World, object: ApiObject): Promise<void> {
  const { name = "", uid, resourceVersion, finalizers = [] } = object.metadata;
  const others = finalizers.filter((one) => one !== holdFinalizer);
  const metadata = { uid, resourceVersion, finalizers: others };
  await allowingRejection(world.api(object).patch(name, "merge", { metadata }));
}

async function fault({ server, random }: Scene): Promise<void> {
  const times = 1 + random.below(20);
  const orders: readonly FaultOrder[] = [
    { verb: "delete", resource: "*", error: 409 },
    { verb: "patch", resource: "*", error: 409 },
    { verb: "*", resource: "*", error: 500 },
    { verb: "get", resource: "*", error: 503 },
    { verb: "list", resource: "*", error: 410 },
    { verb: "watch", resource: "*", error: 410 },
    { verb: "watch", resource: "*", dropWatch: true },
    { verb: "deletecollection", resource: "*", error: 504 },
    { verb: "delete", resource: "*", delayMs: 3000 },
    { verb: "*", resource: "*", error: 429 },
    { verb: "update", resource: "namespaces/finalize", error: 409 },
  ];
  const order = pick(random, orders);
  if (order) server.faults.add({ ...order, times, controllers: true });
}

async function moveTime({ server, random }: Scene): Promise<void> {
  await server.clock.advance(random.below(20_000));
}

/** Changes only the wall clock, as an administrator might. */
async function jump({ server, random }: Scene): Promise<void> {
  server.clock.setNowMs(server.clock.nowMs() + (random.below(7_200_000) - 3_600_000));
}

async function stopOrStart({ managers, random }: Scene): Promise<void> {
  const manager = pick(random, managers);
  if (random.below(2) === 0) manager?.stop();
  else manager?.start();
}

/** Steps with their relative frequencies. */
const weighted: readonly (readonly [number, (scene: Scene) => Promise<void>])[] = [
  [30, create],
  [15, createTokenObject],
  [12, deleteOne],
  [8, changeOwners],
  [3, deleteNamespace],
  [3, createNamespace],
  [6, letGo],
  [8, fault],
  [12, moveTime],
  [2, jump],
  [4, stopOrStart],
];
const allSteps = weighted.flatMap(([times, step]) => Array.from({ length: times }, () => step));

/** Performs one random step. */
export async function takeStep(scene: Scene): Promise<void> {
  await pick(scene.random, allSteps)?.(scene);
}

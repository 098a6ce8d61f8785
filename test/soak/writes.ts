/** Writes of a soak. Each write is passed to the chronicles as soon as it is acknowledged. */
import type { WireResponse } from "../support/wire-client.ts";
import { patchTypes } from "../support/writes.ts";
import { objectOf, patchOf } from "./objects.ts";
import { type Slot, type Tier, tiers } from "./population.ts";
import { namespaces } from "./scopes.ts";
import type { World } from "./world.ts";

interface Answered {
  readonly metadata: { readonly uid: string; readonly resourceVersion: string };
}

function collectionOf({ resource, namespace }: Slot): string {
  return `/api/v1/namespaces/${namespace}/${resource}`;
}

/** Returns the path of a slot's object. */
export function pathOf(slot: Slot): string {
  return `${collectionOf(slot)}/${slot.name}`;
}

/** Creates the object of a slot. */
export async function create({ traffic, acknowledge }: World, slot: Slot): Promise<void> {
  const answer = await traffic.ask(201, collectionOf(slot), { body: objectOf(slot) });
  const { uid, resourceVersion } = (answer.json as Answered).metadata;
  slot.uid = uid;
  slot.version = Number(resourceVersion);
  acknowledge({ ...slot, wasThere: false, tierBefore: undefined, tierAfter: slot.tier });
}

/** Deletes an object and creates another one in its slot. */
export async function replace(world: World, slot: Slot): Promise<void> {
  const { traffic, acknowledge, population } = world;
  await traffic.ask(200, `${pathOf(slot)}?gracePeriodSeconds=0`, { method: "DELETE" });
  const isMarked = slot.resource === "pods";
  acknowledge({ ...slot, version: undefined, isMarked, wasThere: true, tierBefore: slot.tier, tierAfter: undefined });
  population.renew(slot);
  await create(world, slot);
}

/** Reads an object and replaces it with PUT, with the read resourceVersion. */
export async function update(world: World, slot: Slot): Promise<void> {
  await change(world, slot, async () => {
    const current = (await world.traffic.ask(200, pathOf(slot))).json;
    const wanted = objectOf(slot) as { metadata: object };
    const metadata = { ...current.metadata, ...wanted.metadata };
    // Most of a Pod's spec is immutable, so only metadata changes.
    const body =
      slot.resource === "pods"
        ? { ...current, metadata: { ...metadata, annotations: serialOf(slot) } }
        : { ...wanted, metadata };
    return await world.traffic.ask(200, pathOf(slot), { method: "PUT", body });
  });
}

/** Changes an object with a merge patch or a strategic merge patch. */
export async function patch(world: World, slot: Slot): Promise<void> {
  const type = world.random.below(2) === 0 ? patchTypes.merge : patchTypes.strategic;
  const headers = { "content-type": type };
  await change(world, slot, () =>
    world.traffic.ask(200, pathOf(slot), { method: "PATCH", headers, body: patchOf(slot) }),
  );
}

/** Changes the status of a Pod with a merge patch. */
export async function patchStatus(world: World, slot: Slot): Promise<void> {
  const headers = { "content-type": patchTypes.merge };
  await change(
    world,
    slot,
    () => {
      const body = { status: { message: `serial ${slot.serial}` } };
      return world.traffic.ask(200, `${pathOf(slot)}/status`, { method: "PATCH", headers, body });
    },
    { keepsTier: true },
  );
}

/** Sends a patch that changes nothing, and expects that the version stays the same. */
export async function patchNothing({ traffic }: World, slot: Slot): Promise<void> {
  const headers = { "content-type": patchTypes.merge };
  const body = { metadata: { labels: { tier: slot.tier } } };
  const { json } = await traffic.ask(200, pathOf(slot), { method: "PATCH", headers, body });
  const { resourceVersion } = (json as Answered).metadata;
  if (Number(resourceVersion) !== slot.version) {
    throw new Error(
      `nothing was written to ${pathOf(slot)}, and its version went from ${slot.version} to ${resourceVersion}`,
    );
  }
}

/** Creates some objects and deletes them with one deletecollection request. */
export async function visit(world: World): Promise<void> {
  const { traffic, acknowledge, population } = world;
  const namespace = namespaces[3];
  const label = `v-${++visits}`;
  const guests = Array.from({ length: 3 }, (_, index) => population.guest(namespace, `${label}-${index}`));
  for (const guest of guests) {
    const body = { ...objectOf(guest), metadata: { name: guest.name, labels: { tier: guest.tier, visit: label } } };
    const { uid, resourceVersion } = ((await traffic.ask(201, collectionOf(guest), { body })).json as Answered)
      .metadata;
    guest.uid = uid;
    acknowledge({
      ...guest,
      version: Number(resourceVersion),
      wasThere: false,
      tierBefore: undefined,
      tierAfter: guest.tier,
    });
  }
  const target = `/api/v1/namespaces/${namespace}/configmaps?labelSelector=visit%3D${label}`;
  const { items } = (await traffic.ask(200, target, { method: "DELETE" })).json as { items: readonly unknown[] };
  if (items.length !== guests.length) throw new Error(`${items.length} of ${guests.length} objects were deleted`);
  for (const guest of guests) {
    acknowledge({ ...guest, version: undefined, wasThere: true, tierBefore: guest.tier, tierAfter: undefined });
  }
}

let visits = 0;

/** Changes a label of a namespace. No watcher selects namespaces. */
export async function labelNamespace({ traffic, random }: World): Promise<void> {
  const headers = { "content-type": patchTypes.merge };
  const body = { metadata: { labels: { serial: String(random.below(1_000_000)) } } };
  const name = namespaces[random.below(namespaces.length)] ?? "";
  await traffic.ask(200, `/api/v1/namespaces/${name}`, { method: "PATCH", headers, body });
}

async function change(
  { acknowledge, random }: World,
  slot: Slot,
  send: () => Promise<WireResponse>,
  { keepsTier = false } = {},
): Promise<void> {
  const tierBefore = slot.tier;
  slot.serial++;
  if (!keepsTier) slot.tier = tiers[random.below(tiers.length)] as Tier;
  const { metadata } = (await send()).json as Answered;
  slot.version = Number(metadata.resourceVersion);
  acknowledge({ ...slot, wasThere: true, tierBefore, tierAfter: slot.tier });
}

function serialOf({ serial }: Slot): Record<string, string> {
  return { serial: String(serial) };
}

/** Writes of a soak. Each write is passed to the histories as soon as it is acknowledged. */
import type { WireResponse } from "../support/wire-client.ts";
import { patchTypes } from "../support/writes.ts";
import { objectOf, patchOf } from "./objects.ts";
import { type Slot, type Tier, tiers } from "./population.ts";
import { namespaces } from "./scopes.ts";
import type { SoakContext } from "./soak-context.ts";

interface WrittenObject {
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
export async function create({ clients, acknowledge }: SoakContext, slot: Slot): Promise<void> {
  const answer = await clients.request(201, collectionOf(slot), { body: objectOf(slot) });
  const { uid, resourceVersion } = (answer.json as WrittenObject).metadata;
  slot.uid = uid;
  slot.version = Number(resourceVersion);
  acknowledge({ ...slot, existedBefore: false, tierBefore: undefined, tierAfter: slot.tier });
}

/** Deletes an object and creates another one in its slot. */
export async function replace(context: SoakContext, slot: Slot): Promise<void> {
  const { clients, acknowledge, population } = context;
  await clients.request(200, `${pathOf(slot)}?gracePeriodSeconds=0`, { method: "DELETE" });
  const isMarkedFirst = slot.resource === "pods";
  acknowledge({
    ...slot,
    version: undefined,
    isMarkedFirst,
    existedBefore: true,
    tierBefore: slot.tier,
    tierAfter: undefined,
  });
  population.prepareNextObject(slot);
  await create(context, slot);
}

/** Reads an object and replaces it with PUT, with the read resourceVersion. */
export async function update(context: SoakContext, slot: Slot): Promise<void> {
  await change(context, slot, async () => {
    const current = (await context.clients.request(200, pathOf(slot))).json;
    const wanted = objectOf(slot) as { metadata: object };
    const metadata = { ...current.metadata, ...wanted.metadata };
    // Most of a Pod's spec is immutable, so only metadata changes.
    const body =
      slot.resource === "pods"
        ? { ...current, metadata: { ...metadata, annotations: serialOf(slot) } }
        : { ...wanted, metadata };
    return await context.clients.request(200, pathOf(slot), { method: "PUT", body });
  });
}

/** Changes an object with a merge patch or a strategic merge patch. */
export async function patch(context: SoakContext, slot: Slot): Promise<void> {
  const type = context.random.below(2) === 0 ? patchTypes.merge : patchTypes.strategic;
  const headers = { "content-type": type };
  await change(context, slot, () =>
    context.clients.request(200, pathOf(slot), { method: "PATCH", headers, body: patchOf(slot) }),
  );
}

/** Changes the status of a Pod with a merge patch. */
export async function patchStatus(context: SoakContext, slot: Slot): Promise<void> {
  const headers = { "content-type": patchTypes.merge };
  await change(
    context,
    slot,
    () => {
      const body = { status: { message: `serial ${slot.serial}` } };
      return context.clients.request(200, `${pathOf(slot)}/status`, { method: "PATCH", headers, body });
    },
    { keepsTier: true },
  );
}

/** Sends a patch that changes nothing, and expects that the version stays the same. */
export async function patchNothing({ clients }: SoakContext, slot: Slot): Promise<void> {
  const headers = { "content-type": patchTypes.merge };
  const body = { metadata: { labels: { tier: slot.tier } } };
  const { json } = await clients.request(200, pathOf(slot), { method: "PATCH", headers, body });
  const { resourceVersion } = (json as WrittenObject).metadata;
  if (Number(resourceVersion) !== slot.version) {
    throw new Error(
      `a patch without changes of ${pathOf(slot)} changed its version from ${slot.version} to ${resourceVersion}`,
    );
  }
}

/** Creates some objects and deletes them with one deletecollection request. */
export async function createAndDeleteCollection(context: SoakContext): Promise<void> {
  const { clients, acknowledge, population } = context;
  const namespace = namespaces[3];
  const label = `v-${++visitCount}`;
  const guests = Array.from({ length: 3 }, (_, index) => population.temporarySlot(namespace, `${label}-${index}`));
  for (const guest of guests) {
    const body = { ...objectOf(guest), metadata: { name: guest.name, labels: { tier: guest.tier, visit: label } } };
    const { uid, resourceVersion } = ((await clients.request(201, collectionOf(guest), { body })).json as WrittenObject)
      .metadata;
    guest.uid = uid;
    acknowledge({
      ...guest,
      version: Number(resourceVersion),
      existedBefore: false,
      tierBefore: undefined,
      tierAfter: guest.tier,
    });
  }
  const target = `/api/v1/namespaces/${namespace}/configmaps?labelSelector=visit%3D${label}`;
  const { items } = (await clients.request(200, target, { method: "DELETE" })).json as { items: readonly unknown[] };
  if (items.length !== guests.length) throw new Error(`${items.length} of ${guests.length} objects were deleted`);
  for (const guest of guests) {
    acknowledge({ ...guest, version: undefined, existedBefore: true, tierBefore: guest.tier, tierAfter: undefined });
  }
}

let visitCount = 0;

/** Changes a label of a namespace. No watcher selects namespaces. */
export async function labelNamespace({ clients, random }: SoakContext): Promise<void> {
  const headers = { "content-type": patchTypes.merge };
  const body = { metadata: { labels: { serial: String(random.below(1_000_000)) } } };
  const name = namespaces[random.below(namespaces.length)] ?? "";
  await clients.request(200, `/api/v1/namespaces/${name}`, { method: "PATCH", headers, body });
}

async function change(
  { acknowledge, random }: SoakContext,
  slot: Slot,
  send: () => Promise<WireResponse>,
  { keepsTier = false } = {},
): Promise<void> {
  const tierBefore = slot.tier;
  slot.serial++;
  if (!keepsTier) slot.tier = tiers[random.below(tiers.length)] as Tier;
  const { metadata } = (await send()).json as WrittenObject;
  slot.version = Number(metadata.resourceVersion);
  acknowledge({ ...slot, existedBefore: true, tierBefore, tierAfter: slot.tier });
}

function serialOf({ serial }: Slot): Record<string, string> {
  return { serial: String(serial) };
}

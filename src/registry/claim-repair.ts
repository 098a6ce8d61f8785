/**
 * Brings claims and objects together again where something else than this program's writes has parted them: objects that
 * were stored before there were claims, keys that were put into the store or taken out of it. What objects say counts.
 */
import { fairTurns } from "../base/fair-turns.ts";
import type { Logger } from "../base/logger.ts";
import type { CachedObject, ObjectView } from "../cache/index.ts";
import { splitKey } from "../meta/object-key.ts";
import type { Claim, ClaimOwner } from "../schema/index.ts";
import { isStorageError, type Write } from "../storage/index.ts";
import { type ClaimSpace, isSameOwner } from "./claim-space.ts";
import { claimsOf, ownerOf } from "./claim-values.ts";
import type { Resource } from "./resource.ts";

/** Keys that are repaired at a time. */
const repairsMax = 500;

/** What is written for one key, in this order. */
type Repair = readonly Write[];

/** Who says to hold a value: one, if all is well. */
type Holders = ReadonlyMap<string, readonly ClaimOwner[]>;

/** Repairs what objects of one kind hold. A value that two say to hold stays with the one that the store knows of, or the first. */
export async function repairClaims(resource: Resource, logger: Logger): Promise<void> {
  const claims = claimsOf(resource);
  if (!claims) return;
  await resource.cache.current();
  await claims.store.current();
  // All at one moment. Whoever writes from now on keeps them together, so what is found wrong is still wrong, or is gone.
  const objects = resource.cache.snapshot().objects;
  const spaces = claims.store.spaces.map((space) => ({ space, records: space.cache.snapshot().objects }));
  const held = await heldValues(resource, objects, claims.hooks.held);
  const repairs: Repair[] = [];
  for (const { space, records } of spaces) {
    const holders = held.get(space.name) ?? new Map<string, readonly ClaimOwner[]>();
    reportDoubles(holders, logger);
    repairs.push(...(await missingRecords(space, records, holders)));
    repairs.push(...(await leftRecords(space, records, holders, resource)));
  }
  if (repairs.length > 0)
    logger.warning("claims were repaired", { resource: resource.kind.resource, keys: repairs.length });
  await writeAll(resource, repairs);
}

/** By space. */
async function heldValues(
  resource: Resource,
  objects: ObjectView,
  heldBy: (object: ReturnType<Resource["parse"]>) => readonly Claim[],
): Promise<ReadonlyMap<string, Holders>> {
  const bySpace = new Map<string, Map<string, ClaimOwner[]>>();
  for (const object of objects.iterate("")) {
    if (fairTurns.isOver) await fairTurns.next();
    if (object.unreadable) continue;
    const { namespace, name } = splitKey(object.key);
    const owner = ownerOf(resource, namespace, name);
    for (const { space, value } of heldBy(resource.parse(object))) {
      const values = bySpace.get(space) ?? new Map<string, ClaimOwner[]>();
      bySpace.set(space, values.set(value, [...(values.get(value) ?? []).filter((one) => one !== owner), owner]));
    }
  }
  return bySpace;
}

function reportDoubles(holders: Holders, logger: Logger): void {
  for (const [value, owners] of holders) {
    if (owners.length < 2) continue;
    const names = owners.map(({ namespace, name }) => `${namespace}/${name}`).join(" ");
    logger.warning("a value is held more than once", { value, holders: names });
  }
}

/** Values whose holder the store does not know. What it says of them instead has to go first. */
async function missingRecords(space: ClaimSpace, records: ObjectView, holders: Holders): Promise<Repair[]> {
  const repairs: Repair[] = [];
  for (const [value, owners] of holders) {
    if (fairTurns.isOver) await fairTurns.next();
    const record = records.get(value);
    const known = record && space.ownerOf(record);
    const holder = owners.find((owner) => isSameOwner(known, owner));
    if (record && holder && space.isOwn(record)) continue;
    const owner = holder ?? owners[0];
    if (!owner) continue;
    repairs.push([...(record ? [removal(space, record)] : []), space.hold(value, owner)]);
  }
  return repairs;
}

function removal({ cache }: ClaimSpace, { key, revision }: CachedObject): Write {
  return { key: cache.fullKey(key), value: undefined, expected: revision };
}

/** Values that the store says are held by an object of the resource, none of which holds them. */
async function leftRecords(
  space: ClaimSpace,
  records: ObjectView,
  holders: Holders,
  { kind }: Resource,
): Promise<Repair[]> {
  const repairs: Repair[] = [];
  for (const record of records.iterate("")) {
    if (fairTurns.isOver) await fairTurns.next();
    if (holders.has(record.key)) continue;
    const owner = space.ownerOf(record);
    const isOfKind = owner?.group === kind.group && owner.resource === kind.resource;
    const write = isOfKind && space.isOwn(record) ? space.release(record) : undefined;
    if (write) repairs.push([write]);
  }
  return repairs;
}

/** Each write is a commit: somebody may be faster with any of them. Those of a repair follow each other at once. */
async function writeAll({ services: { engine } }: Resource, repairs: readonly Repair[]): Promise<void> {
  for (let start = 0; start < repairs.length; start += repairsMax) {
    const writes = repairs.slice(start, start + repairsMax).flat();
    const results = await Promise.allSettled(writes.map((write) => engine.commit([write])));
    const failure = results.find((one) => one.status === "rejected" && !isOvertaken(one.reason));
    if (failure?.status === "rejected") throw failure.reason;
  }
}

/** Somebody has written the key meanwhile. */
function isOvertaken(error: unknown): boolean {
  return isStorageError(error, "key-exists", "key-not-found", "revision-conflict");
}

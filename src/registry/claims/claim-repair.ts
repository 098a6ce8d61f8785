/**
 * Repairs claims that do not match the objects. This happens if the objects were stored before there were claims, or if
 * something other than this program has added or removed keys in the store. The objects are right, and the claims are
 * adapted.
 */
import { fairTurns } from "../../base/fair-turns.ts";
import type { Logger } from "../../base/logger.ts";
import type { CachedObject, ObjectView } from "../../cache/index.ts";
import { splitKey } from "../../meta/object-key.ts";
import type { Claim, ClaimOwner } from "../../schema/index.ts";
import { isStorageError, type Write } from "../../storage/index.ts";
import type { Resource } from "../resource.ts";
import { type ClaimSpace, isSameOwner } from "./claim-space.ts";
import { claimsOf, ownerOf } from "./claim-values.ts";

/** Number of repairs that run at the same time. */
const repairsMax = 500;

/** How long a check waits for the feed. It is repeated if it fails. */
const feedWaitMs = 10_000;

/** The writes that repair one key, in the order in which they must run. */
type Repair = readonly Write[];

/** For each value, the objects that hold it. Without damage, each value has one holder. */
type Holders = ReadonlyMap<string, readonly ClaimOwner[]>;

/**
 * Repairs the claims of one kind's objects. If several objects hold a value, the claim stays with the object that the
 * record names. If it names none of them, the first object gets the claim.
 */
export async function repairClaims(resource: Resource, logger: Logger): Promise<void> {
  const claims = claimsOf(resource);
  if (!claims) return;
  await resource.cache.current();
  await claims.store.current();
  // A cache that was loaded just now may be newer than the feed, and thereby newer than the other caches.
  const { engine, feed } = resource.services;
  await feed.waitFor(await engine.progress(), feedWaitMs);
  // All snapshots are taken at the same moment. Later writes change objects and claims together. So a mismatch that is
  // found below still exists when it is repaired, or a write to the same key has removed it.
  const objects = resource.cache.snapshot().objects;
  const spaces = claims.store.spaces.map((space) => ({ space, records: space.cache.snapshot().objects }));
  const heldValuesBySpace = await findHolders(resource, objects, claims.hooks.held);
  const repairs: Repair[] = [];
  for (const { space, records } of spaces) {
    const holders = heldValuesBySpace.get(space.name) ?? new Map<string, readonly ClaimOwner[]>();
    logSharedValues(holders, logger);
    repairs.push(...(await repairMissingRecords(space, records, holders)));
    repairs.push(...(await repairLeftoverRecords(space, records, holders, resource)));
  }
  if (repairs.length > 0)
    logger.warning("claims were repaired", { resource: resource.kind.resource, keys: repairs.length });
  await writeAll(resource, repairs);
}

/** Returns the holders of all values, by the name of the claim space. */
async function findHolders(
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

function logSharedValues(holders: Holders, logger: Logger): void {
  for (const [value, owners] of holders) {
    if (owners.length < 2) continue;
    const names = owners.map(({ namespace, name }) => `${namespace}/${name}`).join(" ");
    logger.warning("several objects hold the same value", { value, holders: names });
  }
}

/**
 * Returns the repairs for values whose record is missing, names another object or was not written by this server. A
 * wrong record is removed first.
 */
async function repairMissingRecords(space: ClaimSpace, records: ObjectView, holders: Holders): Promise<Repair[]> {
  const repairs: Repair[] = [];
  for (const [value, owners] of holders) {
    if (fairTurns.isOver) await fairTurns.next();
    const record = records.get(value);
    const known = record && space.ownerOf(record);
    const holder = owners.find((owner) => isSameOwner(known, owner));
    if (record && holder && space.isServerRecord(record)) continue;
    const owner = holder ?? owners[0];
    if (!owner) continue;
    repairs.push([...(record ? [deleteWrite(space, record)] : []), space.hold(value, owner)]);
  }
  return repairs;
}

function deleteWrite({ cache }: ClaimSpace, { key, revision }: CachedObject): Write {
  return { key: cache.fullKey(key), value: undefined, expected: revision };
}

/** Returns the repairs for records that name an object of the resource although no object holds the value. */
async function repairLeftoverRecords(
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
    const write = isOfKind && space.isServerRecord(record) ? space.release(record) : undefined;
    if (write) repairs.push([write]);
  }
  return repairs;
}

/**
 * Runs the repairs. Each write is a commit, and it may conflict with a write of another client, or of another server
 * that makes the same repair. Then the rest of the repair is left out. The next check finds what is still wrong.
 */
async function writeAll({ services: { engine } }: Resource, repairs: readonly Repair[]): Promise<void> {
  const run = async (repair: Repair): Promise<void> => {
    for (const write of repair) await engine.commit([write]);
  };
  for (let start = 0; start < repairs.length; start += repairsMax) {
    const results = await Promise.allSettled(repairs.slice(start, start + repairsMax).map(run));
    const failure = results.find((one) => one.status === "rejected" && !isConflict(one.reason));
    if (failure?.status === "rejected") throw failure.reason;
  }
}

/** Whether another write has changed the key since the snapshot. */
function isConflict(error: unknown): boolean {
  return isStorageError(error, "key-exists", "key-not-found", "revision-conflict");
}

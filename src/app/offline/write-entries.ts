/** Writes the objects of another store to an empty one. */
import { expiryOf } from "../../registry/index.ts";
import type { Engine, Write } from "../../storage/index.ts";

/** A stored value of the other store. */
export interface CopiedEntry {
  readonly key: string;
  readonly value: Uint8Array;
}

/** Number of writes of one commit. etcd accepts 128. */
const commitWrites = 100;
/** Bytes of the values of one commit. etcd accepts 1.5 MiB. A larger value gets its own commit. */
const commitBytes = 512 * 1024;
/** Number of commits at the same time. */
const commitsMax = 16;

/**
 * Creates the keys of `entries`, several in one commit. An object that expires gets the rest of its lifetime.
 * @throws StorageError `key-exists` if a key exists already
 */
export async function writeEntries(target: Engine, entries: readonly CopiedEntry[], nowMs: number): Promise<void> {
  const commits = groupWrites(entries.map((entry) => writeOf(entry, nowMs)));
  for (let start = 0; start < commits.length; start += commitsMax) {
    await Promise.all(commits.slice(start, start + commitsMax).map((writes) => target.commit(writes)));
  }
}

function writeOf({ key, value }: CopiedEntry, nowMs: number): Write {
  const expiryMs = expiryOf(value);
  const lifetime = expiryMs === undefined ? {} : { lifetimeMs: secondsUntil(expiryMs, nowMs) * 1000 };
  return { key, value, expected: 0, ...lifetime };
}

/** Rounded up to minutes, so that the keys can share leases. */
function secondsUntil(expiryMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((expiryMs - nowMs) / 60_000)) * 60;
}

function groupWrites(writes: readonly Write[]): readonly (readonly Write[])[] {
  const groups: Write[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const write of writes) {
    const size = write.value?.length ?? 0;
    const group = groups.at(-1);
    if (group && group.length < commitWrites && bytes + size <= commitBytes) group.push(write);
    else groups.push([write]);
    bytes = groups.at(-1)?.length === 1 ? size : bytes + size;
  }
  return groups;
}

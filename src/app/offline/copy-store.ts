/** Copies the objects of a cluster from one engine to another, and compares the two afterwards. */
import { expiryOf } from "../../registry/index.ts";
import type { Engine, Entry, Write } from "../../storage/index.ts";
import { StartupError } from "../machine/startup-error.ts";

/** Source, target and progress of a copy. */
export interface CopyOptions {
  readonly source: Engine;
  readonly target: Engine;
  /** Prefix of all keys of the cluster, with a slash at its end. */
  readonly prefix: string;
  /** Returns the wall-clock time, in milliseconds since the epoch. */
  readonly nowMs: () => number;
  /** Called now and then with the number of keys that were copied or compared so far. */
  readonly onProgress: (step: "copied" | "compared", keys: number) => void;
}

/** Number of keys that are read at a time. */
const pageKeys = 1000;
/** Number of writes of one commit. etcd accepts 128. */
const commitWrites = 100;
/** Bytes of the values of one commit. etcd accepts 1.5 MiB. A larger value gets its own commit. */
const commitBytes = 512 * 1024;
/** Number of commits at the same time. */
const commitsMax = 16;

/**
 * Copies all keys of the source, in the state that it has at the beginning, and then compares them.
 * @returns the number of copied keys
 * @throws StartupError if the target is not empty, if an object of the source cannot be read, or if the comparison finds
 * a difference; StorageError
 */
export async function copyStore(options: CopyOptions): Promise<number> {
  const { source, target, prefix } = options;
  const { entries: existing } = await target.range(prefix, { limit: 1 });
  if (existing[0]) throw new StartupError(`the target is not empty: it has the key ${existing[0].key}`);
  const at = await source.progress();
  await rejectOtherKeys(source, prefix, at);
  const copied = await copyAll(options, at);
  await compareAll(options, at);
  return copied;
}

/** A store can have keys under another prefix if `--etcd-prefix` was changed. */
async function rejectOtherKeys(source: Engine, prefix: string, at: number): Promise<void> {
  const { entries: all } = await source.range(prefix, { limit: 1, at });
  if (all[0]) return;
  const { entries: others } = await source.range("/", { limit: 1, at });
  if (others[0]) {
    throw new StartupError(
      `the source has no keys below ${prefix}, but others such as ${others[0].key}; set --etcd-prefix`,
    );
  }
}

async function copyAll({ source, target, prefix, nowMs, onProgress }: CopyOptions, at: number): Promise<number> {
  let copied = 0;
  for await (const entries of pagesOf(source, prefix, at)) {
    const damaged = entries.find(({ damage }) => damage);
    if (damaged)
      throw new StartupError(`the object ${damaged.key} of the source cannot be read; the copy is incomplete`);
    const commits = groupWrites(entries.map((entry) => writeOf(entry, nowMs())));
    for (let start = 0; start < commits.length; start += commitsMax) {
      await Promise.all(commits.slice(start, start + commitsMax).map((writes) => target.commit(writes)));
    }
    copied += entries.length;
    onProgress("copied", copied);
  }
  return copied;
}

/** The copy of an object that expires gets the rest of its lifetime. */
function writeOf({ key, value }: Entry, nowMs: number): Write {
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

/** @throws StartupError if the keys or the values differ */
async function compareAll({ source, target, prefix, onProgress }: CopyOptions, at: number): Promise<void> {
  const copies = pagesOf(target, prefix, await target.progress());
  let compared = 0;
  for await (const entries of pagesOf(source, prefix, at)) {
    const { value: found = [] } = await copies.next();
    for (const [index, { key, value }] of entries.entries()) {
      const copy = found[index];
      if (copy?.key === key && Buffer.compare(copy.value, value) === 0) continue;
      throw new StartupError(`the copy is wrong: ${key} differs or is missing in the target`);
    }
    compared += entries.length;
    onProgress("compared", compared);
  }
  const { value: rest } = await copies.next();
  if (rest?.[0]) throw new StartupError(`the copy is wrong: the target has another key, ${rest[0].key}`);
}

/** Yields all entries in the order of their keys. Pages of equal stores have equal keys. */
async function* pagesOf(engine: Engine, prefix: string, at: number): AsyncGenerator<readonly Entry[], undefined> {
  let after: string | undefined;
  for (;;) {
    const page = await engine.range(prefix, { limit: pageKeys, at, ...(after === undefined ? {} : { after }) });
    if (page.entries.length > 0) yield page.entries;
    after = page.entries.at(-1)?.key;
    if (!page.more) return undefined;
  }
}

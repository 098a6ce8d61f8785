/** Copies the objects of a cluster from one engine to another, and compares the two afterwards. */
import type { Engine, Entry } from "../../storage/index.ts";
import { StartupError } from "../machine/startup-error.ts";
import { writeEntries } from "./write-entries.ts";

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
    await writeEntries(target, entries, nowMs());
    copied += entries.length;
    onProgress("copied", copied);
  }
  return copied;
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
